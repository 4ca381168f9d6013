/**
 * The recording format, version 1: JSON Lines, one event a line, the header first. docs/recording-format.md is its
 * description and docs/recording.schema.json its JSON Schema; `version` grows with every change a reader would notice.
 */
import type { Finding } from '../case/finding.js';
import type { Step, Subject } from '../case/case.js';
import type { Outcome, Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';

export const RECORDING_FORMAT = 'mcp-shakedown/recording';
export const RECORDING_VERSION = 1;

/** Bytes on disk: as JSON where parsing and writing it again gives the same text, else as text where they are valid UTF-8, else as Base64. */
export type StoredBytes = { readonly json: unknown } | { readonly text: string } | { readonly base64: string };

export type StoredBody = StoredBytes & {
  readonly redacted?: true;
  readonly truncated?: true;
  /** The length on the wire, where the content here is not what crossed it. */
  readonly bytes?: number;
  /** The content behind its `Content-Encoding`. */
  readonly decoded?: StoredBytes;
  /** Of a truncated body: its outer members as JSON text, with long and deeper values left empty. */
  readonly outline?: string;
};

export interface HeaderLine {
  readonly type: 'header';
  readonly format: typeof RECORDING_FORMAT;
  readonly version: number;
  readonly tool: { readonly name: string; readonly version: string };
  readonly at: string;
  /** session: recorded traffic; run: all exchanges of a probe, fuzz or replay; finding: the smallest case that shows one. */
  readonly kind: 'session' | 'run' | 'finding';
  readonly target: { readonly kind: Transport; readonly name: string };
  /** Of a recording that was continued in a new file: the name of the file before. */
  readonly follows?: string;
  /** Of a finding: what it is, and what it is about, as the judge of its check needs it. */
  readonly finding?: Finding;
  readonly subject?: Subject;
}

export interface RequestLine {
  readonly type: 'request';
  readonly n: number;
  readonly at: string;
  readonly transport: Transport;
  /** Left out where it is the client. */
  readonly from?: 'server';
  readonly connection: number;
  readonly era: Era;
  readonly principal: string;
  /** Absent on stdio. */
  readonly method?: string;
  readonly path?: string;
  readonly headers?: readonly (readonly [string, string])[];
  readonly body: StoredBody;
}

/** The head of an HTTP answer. */
export interface ResponseLine {
  readonly type: 'response';
  readonly n: number;
  readonly atMs: number;
  readonly status: number;
  readonly reason: string;
  readonly headers: readonly (readonly [string, string])[];
}

/** One event of an event stream, decoded where the stream is compressed. */
export type EventLine = {
  readonly type: 'event';
  readonly n: number;
  readonly atMs: number;
  /** Values in it were masked. */
  readonly redacted?: true;
} & ({ readonly raw: string } | { readonly base64: string });

/** The end of an exchange: its body (absent where the events are the body, or where there was no answer) and its outcome. */
export interface EndLine {
  readonly type: 'end';
  readonly n: number;
  readonly atMs: number;
  readonly outcome: Outcome;
  readonly body?: StoredBody;
  /** Of an event stream: its length on the wire. */
  readonly bytes?: number;
  /** stdio: when the answer's line came. */
  readonly answeredAtMs?: number;
  readonly clientGoneAtMs?: number;
  readonly error?: string;
}

/** A line on stdio that is no JSON-RPC; `unterminated` where the stream ended without its LF. */
export type StrayLine = {
  readonly type: 'stray';
  readonly at: string;
  readonly from: 'client' | 'server';
  readonly unterminated?: true;
  readonly redacted?: true;
  /** It was longer than the limit: this is its beginning, and `bytes` its length. */
  readonly truncated?: true;
  readonly bytes?: number;
} & ({ readonly text: string } | { readonly base64: string });

/** One step of a finding's case, in the order in which they were done, with the exchanges that it made. */
export interface StepLine {
  readonly type: 'step';
  readonly phase: 'control' | 'case';
  readonly atMs: number;
  /** The step without its request, whose bytes stand in the exchange. */
  readonly step: StoredStep;
  readonly exchanges: readonly number[];
  /** Of a request: the headers of its exchange, from and to (not included), that were the step's own and not added on the way. */
  readonly own?: readonly [from: number, to: number];
  /** Of `read-state`. */
  readonly state?: unknown;
}

type WithoutRequest<S> = S extends { readonly request: unknown } ? Omit<S, 'request'> : S;
export type StoredStep = WithoutRequest<Step>;

/** Exchanges that were not recorded, because the disk could not keep up and the policy was to drop. */
export interface GapLine {
  readonly type: 'gap';
  readonly at: string;
  readonly lost: number;
  /** Those among them of which lines stand before: nobody can say how they ended. */
  readonly cut?: readonly number[];
  readonly reason: string;
}

/** The last line of a recording that was closed in order. */
export interface CloseLine {
  readonly type: 'close';
  readonly at: string;
  readonly exchanges: number;
}

export type RecordingLine =
  HeaderLine | RequestLine | ResponseLine | EventLine | EndLine | StrayLine | StepLine | GapLine | CloseLine;
