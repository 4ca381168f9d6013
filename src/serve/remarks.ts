/** What an owner should know of a recording before it is served, a sentence each. */
import type { Exchange } from '../exchange/exchange.js';
import type { Recording } from '../recording/recording.js';
import { containsMask } from '../recording/redaction/mask.js';
import { UserError } from '../user-error.js';
import { SESSION_HEADER } from './script.js';

export function requireExchanges({ name, exchanges }: Recording): void {
  if (exchanges.some(({ from }) => from === 'client')) return;
  throw new UserError(
    `${name} holds no exchange of a client, so there is nothing to answer with. Give a recording in which a client asked something.`,
  );
}

/** Session ids are made anew, so that their masks are never seen. */
const showsMask = ({ response }: Exchange): boolean =>
  response !== undefined &&
  (containsMask((response.body.decoded ?? response.body.bytes).toString('latin1')) ||
    (response.events ?? []).some(({ raw }) => containsMask(raw.toString('latin1'))) ||
    response.headers.some(([name, value]) => name.toLowerCase() !== SESSION_HEADER && containsMask(value)));

const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

export function remarksOn({ name, exchanges, complete, gaps }: Recording): string[] {
  const masked = exchanges.filter(showsMask).length;
  const cutShort = exchanges.filter(({ response }) => response?.body.truncated).length;
  const lost = gaps.reduce((sum, gap) => sum + gap.lost, 0);
  return [
    ...(masked > 0
      ? [
          `${counted(masked, 'answer')} in ${name} ${masked === 1 ? 'holds' : 'hold'} masked secrets, which are served as they stand there: [redacted:…].`,
        ]
      : []),
    ...(cutShort > 0
      ? [`Of ${counted(cutShort, 'answer')} in ${name} only the beginning was kept; it is served, and then cut.`]
      : []),
    ...(complete
      ? []
      : [
          `${name} is not complete${lost > 0 ? `: ${counted(lost, 'exchange')} not recorded` : ''}; what is there is served.`,
        ]),
  ];
}
