/** The sign of life: a plain request that every server of the era answers, sent after a case that may have hurt. */
import type { Evidence, Script, Subject } from '../case/case.js';
import { rpcRequest } from '../checks/kit/requests.js';
import { send, sessionFor } from '../checks/kit/steps.js';
import type { Era } from '../mcp/eras.js';
import type { Target } from '../target/target.js';
import type { EngineContext } from './context.js';
import type { Runner } from './runner.js';
import { initializeRequest } from './session.js';

/** How long a supervisor gets to start a dead server anew, and how often we look. */
const REVIVAL_MS = 8000;
const LOOK_EVERY_MS = 150;

export function signOfLife({ path, transport }: Pick<Target, 'path' | 'transport'>, era: Era, as: string): Script {
  return function* () {
    if (era === 'legacy' && transport === 'http') {
      // Opening a session is itself a plain request; a ping in it would tell no more.
      yield* send('life', initializeRequest(path), { as, era });
      return;
    }
    const session = yield* sessionFor(era, as);
    const method = era === 'modern' ? 'server/discover' : 'ping';
    yield* send('life', rpcRequest({ known: { path }, era, session, idToken: '"life"' }, method), { as, era });
  };
}

/**
 * Any answer at all is life; what it says is for the checks. A process that ended of itself is death, `after` a run as
 * well as in the asking, even where the next request was answered by a fresh one.
 */
export async function isAlive(
  { config, target }: EngineContext,
  runner: Runner,
  subject: Subject,
  after?: Evidence,
): Promise<boolean> {
  if (after?.alive === false) return false;
  const as = subject.principal ?? config.principals[0]?.name ?? '';
  const evidence = await runner.run(signOfLife(target, subject.era, as), subject);
  if (evidence.alive === false) return false;
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
