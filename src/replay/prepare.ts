/** A recorded exchange made ready to be sent again in this run, or the reason why it cannot be. */
import type { Principal } from '../config/config.js';
import type { Exchange, Request } from '../exchange/exchange.js';
import { callerOf, type Callers } from './credentials.js';
import type { Links, Unmade } from './links.js';
import { requestMembers } from './members.js';
import { maskedPart, pathAt, withBodyAsKept, withoutConnection, type Endpoint } from './wire-request.js';

export interface Surroundings {
  readonly callers: Callers;
  readonly endpoint: Endpoint;
  /** The name of the host that most of the recording was sent to. */
  readonly usualHost: string | undefined;
}

export interface Ready {
  readonly request: Request;
  readonly as: Principal | null;
}

export type Prepared = Ready | { readonly reason: string };

const wantsValue = ({ made }: Unmade): string =>
  `it sends what ${requestMembers(made)[0]?.what ?? 'an exchange'} (#${made.n}) gave then, and nothing of the kind was given in this run`;

export function prepare(recorded: Exchange, links: Links, around: Surroundings): Prepared {
  const kept = withBodyAsKept(recorded.request);
  const caller = callerOf(recorded, withoutConnection(kept.headers, around.usualHost), around.callers);
  if ('missing' in caller) return { reason: caller.missing };
  const applied = links.apply({ ...kept, headers: caller.headers, path: pathAt(kept.path, around.endpoint) });
  if ('unmade' in applied) return { reason: wantsValue(applied.unmade) };
  const masked = maskedPart(applied.request);
  if (masked !== undefined)
    return { reason: `a secret in ${masked} is masked in the recording, and a mask is never sent` };
  return { request: applied.request, as: caller.as };
}
