/** A session to send again: exchanges out of a recording, with what is known of them. */
import type { Exchange } from '../exchange/exchange.js';
import { isObject } from '../mcp/json-rpc.js';
import type { RecordedFinding } from '../recording/finding-lines.js';
import type { Recording } from '../recording/recording.js';
import { ReadOnlyTools } from './safety.js';

export interface Session {
  /** The file's name, for people. */
  readonly name: string;
  /** The URL or command that was recorded in front of. */
  readonly target: string;
  readonly exchanges: readonly Exchange[];
  readonly readOnly: ReadOnlyTools;
}

export const sessionOf = ({ name, header, exchanges }: Recording): Session => ({
  name,
  target: header.target.name,
  exchanges,
  readOnly: new ReadOnlyTools(exchanges),
});

/** What was recorded at first stands in the control of a difference, with the tool as it was listed in its subject. */
export function sessionOfDifference({ name, header }: Recording, { evidence, control }: RecordedFinding): Session {
  const exchanges = (control?.steps ?? []).flatMap((step) => step.exchanges);
  const readOnly = new ReadOnlyTools(exchanges);
  const { definition, principal = '', era } = evidence.subject;
  if (isObject(definition)) readOnly.claim({ principal, era }, definition);
  return { name, target: header.target.name, exchanges, readOnly };
}
