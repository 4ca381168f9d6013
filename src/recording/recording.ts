/**
 * A recording in memory: its lines put together to exchanges. A file that is still being written, was torn, or lost
 * its recorder reads as far as it goes, and says that it is not complete.
 */
import type { Body, Exchange, Response, TimedEvent } from '../exchange/exchange.js';
import { UserError } from '../user-error.js';
import { decodeLine } from './codec.js';
import type {
  EndLine,
  EventLine,
  GapLine,
  HeaderLine,
  RecordingLine,
  RequestLine,
  ResponseLine,
  StepLine,
  StrayLine,
} from './format.js';
import { migrationFor, type Converter } from './migration.js';
import { bodyOf } from './stored-bytes.js';

export interface Recording {
  /** The file's name, for messages. */
  readonly name: string;
  readonly header: HeaderLine;
  /** It was closed in order, and nothing is missing. */
  readonly complete: boolean;
  /** In the order in which their requests came. */
  readonly exchanges: readonly Exchange[];
  readonly stray: readonly StrayLine[];
  readonly steps: readonly StepLine[];
  readonly gaps: readonly GapLine[];
  /** Numbers of lines, counted from 1, that could not be read; a torn last one included. */
  readonly damaged: readonly number[];
}

interface Parts {
  readonly request: RequestLine;
  response?: ResponseLine;
  readonly events: EventLine[];
  end?: EndLine;
}

/** Takes the lines of a file one by one, without their LF. */
export class RecordingAssembler {
  readonly #name: string;
  #header: HeaderLine | undefined;
  #migrate: Converter = (line) => line;
  readonly #parts = new Map<number, Parts>();
  readonly #stray: StrayLine[] = [];
  readonly #steps: StepLine[] = [];
  readonly #gaps: GapLine[] = [];
  readonly #damaged: number[] = [];
  #lines = 0;
  #closed = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** `terminated`: the line ended with an LF; a last one that did not is only kept where it is whole. */
  add(bytes: Buffer, terminated = true): void {
    this.#lines++;
    const line = decodeLine(bytes);
    if (this.#header === undefined) {
      this.#migrate = migrationFor(line, this.#name);
      this.#header = this.#migrate(line as HeaderLine) as HeaderLine;
      return;
    }
    if (line === undefined || !terminated) this.#damaged.push(this.#lines);
    if (line !== undefined) this.#take(this.#migrate(line));
  }

  result(): Recording {
    if (this.#header === undefined) {
      throw new UserError(
        `${this.#name} is empty: a recording begins with a line that holds its format and version. Nothing was recorded in it.`,
      );
    }
    return {
      name: this.#name,
      header: this.#header,
      complete: this.#closed && this.#gaps.length === 0 && this.#damaged.length === 0,
      exchanges: [...this.#parts.values()].toSorted((a, b) => a.request.n - b.request.n).map(exchangeFrom),
      stray: this.#stray,
      steps: this.#steps,
      gaps: this.#gaps,
      damaged: this.#damaged,
    };
  }

  #take(line: RecordingLine): void {
    this.#closed = line.type === 'close';
    switch (line.type) {
      case 'request':
        this.#parts.set(line.n, { request: line, events: [] });
        break;
      case 'response':
        this.#of(line.n, (parts) => (parts.response = line));
        break;
      case 'event':
        this.#of(line.n, (parts) => parts.events.push(line));
        break;
      case 'end':
        this.#of(line.n, (parts) => (parts.end = line));
        break;
      case 'stray':
        this.#stray.push(line);
        break;
      case 'step':
        this.#steps.push(line);
        break;
      case 'gap':
        this.#gaps.push(line);
        for (const n of line.cut ?? []) this.#parts.delete(n);
        break;
      default:
        // A line of a kind that a later program added within this version.
        break;
    }
  }

  #of(n: number, apply: (parts: Parts) => void): void {
    const parts = this.#parts.get(n);
    if (parts) apply(parts);
  }
}

const eventBytes = (line: EventLine): Buffer =>
  'raw' in line ? Buffer.from(line.raw, 'utf8') : Buffer.from(line.base64, 'base64');

/** The body of an answer: its own line's, else the events joined. */
function responseBody(parts: Parts, events: readonly TimedEvent[]): Body {
  const { end } = parts;
  if (end?.body !== undefined) return bodyOf(end.body);
  const bytes = Buffer.concat(events.map(({ raw }) => raw));
  if (!parts.events.some(({ redacted }) => redacted)) return { bytes };
  return { bytes, redacted: true, ...(end?.bytes === undefined ? {} : { wireLength: end.bytes }) };
}

function responseFrom(parts: Parts): Response | undefined {
  const { request, response, end } = parts;
  const events = parts.events.map((line) => ({ atMs: line.atMs, raw: eventBytes(line) }));
  const body = responseBody(parts, events);
  if (response !== undefined) {
    const { status, reason, headers, atMs } = response;
    return { status, reason, headers, body, atMs, ...(events.length > 0 ? { events } : {}) };
  }
  if (request.transport === 'stdio' && end?.body !== undefined) {
    return { headers: [], body, atMs: end.answeredAtMs ?? end.atMs };
  }
  return undefined;
}

function exchangeFrom(parts: Parts): Exchange {
  const { request, end } = parts;
  const response = responseFrom(parts);
  const lastMs = end?.atMs ?? parts.events.at(-1)?.atMs ?? parts.response?.atMs ?? 0;
  return {
    n: request.n,
    at: request.at,
    transport: request.transport,
    from: request.from ?? 'client',
    connection: request.connection,
    era: request.era,
    principal: request.principal,
    request: {
      method: request.method ?? '',
      path: request.path ?? '',
      headers: request.headers ?? [],
      body: bodyOf(request.body),
    },
    ...(response === undefined ? {} : { response }),
    outcome: end?.outcome ?? 'no-result',
    durationMs: lastMs,
    ...(end?.clientGoneAtMs === undefined ? {} : { clientGoneAtMs: end.clientGoneAtMs }),
    ...(end?.error === undefined ? {} : { error: end.error }),
  };
}
