/** The sign of life: a plain request that every server of the era answers, sent after a case that may have hurt. */
import type { Script, Subject } from '../case/case.js';
import { rpcRequest } from '../checks/kit/requests.js';
import { send, sessionFor } from '../checks/kit/steps.js';
import type { Era } from '../mcp/eras.js';
import type { EngineContext } from './context.js';
import type { Runner } from './runner.js';

/** How long a supervisor gets to start a dead server anew, and how often we look. */
const REVIVAL_MS = 8000;
const LOOK_EVERY_MS = 150;

export function signOfLife(path: string, era: Era, as: string): Script {
  return function* () {
    const session = yield* sessionFor(era, as);
    const method = era === 'modern' ? 'server/discover' : 'ping';
    yield* send('life', rpcRequest({ known: { path }, era, session, idToken: '"life"' }, method), { as, era });
  };
}

/** Any answer at all is life; what it says is for the checks. */
export async function isAlive({ config, target }: EngineContext, runner: Runner, subject: Subject): Promise<boolean> {
  const as = subject.principal ?? config.principals[0]?.name ?? '';
  const evidence = await runner.run(signOfLife(target.path, subject.era, as), subject);
  return evidence.steps.some(({ exchanges }) => exchanges.some(({ response }) => response !== undefined));
}

/** Waits until a server that died is there again; false where nobody started it. */
export async function awaitRevival(context: EngineContext, runner: Runner, subject: Subject): Promise<boolean> {
  const until = context.clock.now() + REVIVAL_MS;
  while (context.clock.now() < until && !context.signal.aborted) {
    if (await isAlive(context, runner, subject)) return true;
    await context.clock.sleep(LOOK_EVERY_MS);
  }
  return false;
}
