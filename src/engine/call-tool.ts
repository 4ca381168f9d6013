/** Calls one tool as a caller, in whichever era the server speaks: how a state is read through a tool. */
import { rpcRequest } from '../checks/kit/requests.js';
import { render } from '../exchange/draft.js';
import type { Principal } from '../config/config.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { HeaderList } from '../mcp/headers.js';
import type { Target } from '../target/target.js';
import { modernEra } from './eras.js';
import { openSession } from './session.js';

export type ToolCaller = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  as: Principal | null,
) => Promise<Exchange>;

/** The caller keeps the era that it found, and on stdio a process and a session of its own. */
export function toolCaller(target: Target, timeoutMs: number): ToolCaller {
  let era: Era | undefined;
  let session: HeaderList | undefined;
  const options = (of: Era, as: Principal | null) => ({ as, era: of, channel: `state-${of}`, timeoutMs });
  const known = { path: target.path };

  const findEra = async (as: Principal | null): Promise<Era> => {
    const discover = rpcRequest({ known, era: 'modern', session: [] }, 'server/discover');
    return modernEra(await target.send(discover, options('modern', as)).exchange) ? 'modern' : 'legacy';
  };

  return async (name, args, as) => {
    era ??= await findEra(as);
    if (era === 'legacy' && (session === undefined || target.transport === 'http')) {
      const opened = await openSession(target, as, timeoutMs, 'state-legacy');
      if ('failure' in opened) throw new Error(opened.failure);
      session = opened.headers;
    }
    const request = render({
      era,
      path: target.path,
      idToken: '"state"',
      method: 'tools/call',
      params: { name, arguments: args },
      ...(session ? { session } : {}),
    });
    return target.send(request, options(era, as)).exchange;
  };
}
