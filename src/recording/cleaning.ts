/**
 * A recording gone through once more by the redactor, which by then knows every secret in it, later ones too. Lines in
 * which there is nothing to mask stay as they are, to the byte. Pure; `clean-copy.ts` does the reading and writing.
 */
import { decodeLine, encodeLine } from './codec.js';
import type { RecordingLine } from './format.js';
import { migrationFor } from './migration.js';
import type { Redactor } from './redaction/redactor.js';

/** A secret that is left in a line. Never its value. */
export interface Left {
  /** Counted from 1. */
  readonly line: number;
  readonly place: string;
  /** What gives it away: `password`, `header x-api-key`; or that it is known from elsewhere. */
  readonly kind: string;
}

export interface CleanedLine {
  /** The line without its LF. */
  readonly bytes: Buffer;
  readonly left: readonly Left[];
}

const KNOWN_LINE_TYPES = new Set(['header', 'request', 'response', 'event', 'end', 'stray', 'step', 'close']);
const KNOWN_FROM_ELSEWHERE = 'a value that is a secret elsewhere, or the shape of a token or a key';

const PLACES: Readonly<Record<string, string>> = {
  'request path': 'path of a request',
  'request headers': 'headers of a request',
  'request body': 'body of a request',
  'response headers': 'headers of an answer',
  'response reason': 'reason of an answer',
  'event raw': 'event of a stream',
  'event base64': 'event of a stream',
  'end body': 'body of an answer',
  'end error': 'error text',
  'stray text': 'stray line',
  'stray base64': 'stray line',
  'header target': 'name of the target',
  'header finding': 'finding',
};

export class Cleaner {
  readonly #name: string;
  readonly #redactor: Redactor;
  readonly #takeNamed: () => string[];
  #count = 0;

  /** `takeNamed` gives the places that the redactor has told of since the last call. */
  constructor(name: string, redactor: Redactor, takeNamed: () => string[]) {
    this.#name = name;
    this.#redactor = redactor;
    this.#takeNamed = takeNamed;
  }

  clean(bytes: Buffer): CleanedLine {
    this.#count++;
    const line = decodeLine(bytes);
    if (this.#count === 1) migrationFor(line, this.#name);
    this.#takeNamed();
    if (line === undefined || !KNOWN_LINE_TYPES.has(line.type)) return this.#text(bytes);
    const masked = this.#redactor.line(line);
    const kinds = this.#takeNamed();
    if (encodeLine(masked) === encodeLine(line)) return { bytes, left: [] };
    const left = changedMembers(line, masked).map((member) => ({
      line: this.#count,
      place: placeOf(line, member),
      kind: kinds.length > 0 ? [...new Set(kinds)].join(', ') : KNOWN_FROM_ELSEWHERE,
    }));
    return { bytes: Buffer.from(encodeLine(masked).slice(0, -1), 'utf8'), left };
  }

  /** What cannot be read as a line is text, and a line of a kind that a later program added is as well. */
  #text(bytes: Buffer): CleanedLine {
    const text = bytes.toString('utf8');
    const masked = this.#redactor.text(text);
    const kinds = [...new Set(this.#takeNamed())].join(', ') || KNOWN_FROM_ELSEWHERE;
    if (masked === text) return { bytes, left: [] };
    return { bytes: Buffer.from(masked, 'utf8'), left: [{ line: this.#count, place: 'a damaged line', kind: kinds }] };
  }
}

/** Members that say how a value was masked change with it. */
const MARKS = new Set(['redacted', 'bytes']);

function changedMembers(line: RecordingLine, masked: RecordingLine): string[] {
  const before = JSON.parse(encodeLine(line)) as Record<string, unknown>;
  const after = JSON.parse(encodeLine(masked)) as Record<string, unknown>;
  const names = new Set([...Object.keys(before), ...Object.keys(after)].filter((name) => !MARKS.has(name)));
  return [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function placeOf(line: RecordingLine, member: string): string {
  const place = PLACES[`${line.type} ${member}`] ?? `${member} of a ${line.type} line`;
  return 'n' in line ? `${place} (exchange ${line.n})` : place;
}
