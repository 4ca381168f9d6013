/**
 * The one redactor, in front of everything that writes: recordings, audits, logs. It is given lines and gives back
 * lines in which every secret is masked; redaction wins over exactness, and a changed body says so.
 */
import type { HeaderList } from '../../mcp/headers.js';
import type { EndLine, EventLine, HeaderLine, RecordingLine, RequestLine, ResponseLine, StrayLine } from '../format.js';
import { redactBody, redactBytes, redactEvent, type BodyTools } from './body.js';
import { redactHeaders } from './headers.js';
import { jsonPathMasker } from './json-paths.js';
import { bytesOf } from '../stored-bytes.js';
import { KnownValues } from './known-values.js';
import { maskWith, type Mask } from './mask.js';
import { redactText } from './text.js';

export interface RedactorOptions {
  /** Random, one for each recording, never stored. */
  readonly key: Buffer;
  /** Headers that are secret beside those whose name tells. */
  readonly headers?: readonly string[];
  /** JSON paths (RFC 9535) whose values are secret, whatever their name. */
  readonly json?: readonly string[];
  /** Secrets known from the start: of the environment, of the command line. */
  readonly knownValues?: readonly string[];
  /** Told of each value that is masked because of where it stands, by the name of that place. */
  readonly onNamed?: (from: string) => void;
}

/** A secret that became known while a recording was being written. */
export interface LearntSecret {
  readonly value: string;
  /** Where it stood: `header authorization`, or the name of a member. Never the value. */
  readonly from: string;
}

export interface Redactor {
  readonly mask: Mask;
  /** Adds a value that is to be masked wherever it turns up. */
  learn(value: string, from?: string): void;
  /** Learns the credentials of a request before any of it is written. */
  learnHeaders(headers: HeaderList): void;
  line(line: RecordingLine): RecordingLine;
  text(text: string): string;
  /** The secrets learnt since the last call. */
  takeLearnt(): readonly LearntSecret[];
}

class LineRedactor implements Redactor {
  readonly mask: Mask;
  readonly #known: KnownValues;
  readonly #headers: ReadonlySet<string>;
  readonly #tools: BodyTools;
  /** The request headers of exchanges that are open, which say how to read a request's body; answers have their own. */
  readonly #answers = new Map<number, HeaderList>();
  #learnt: LearntSecret[] = [];

  constructor({ key, headers = [], json = [], knownValues = [], onNamed }: RedactorOptions) {
    this.mask = maskWith(key);
    this.#known = new KnownValues(this.mask);
    this.#headers = new Set(headers.map((name) => name.toLowerCase()));
    const learn = (value: string, from: string) => {
      onNamed?.(from);
      this.learn(value, from);
    };
    this.#tools = { mask: this.mask, known: this.#known, learn, maskPaths: jsonPathMasker(json, this.mask, learn) };
    for (const value of knownValues) this.#known.learn(value);
  }

  learn(value: string, from = 'a value that was given'): void {
    if (this.#known.learn(value)) this.#learnt.push({ value, from });
  }

  learnHeaders(headers: HeaderList): void {
    redactHeaders(headers, this.#headers, this.#tools);
  }

  takeLearnt(): readonly LearntSecret[] {
    const learnt = this.#learnt;
    this.#learnt = [];
    return learnt;
  }

  text(text: string): string {
    return redactText(text, this.#tools);
  }

  /** A secret may stand before the place that gives it away, so a line that taught something is read once more. */
  line(line: RecordingLine): RecordingLine {
    for (;;) {
      const known = this.#known.size;
      const masked = this.#pass(line);
      if (this.#known.size === known) {
        this.#remember(line);
        return masked;
      }
    }
  }

  #remember(line: RecordingLine): void {
    if (line.type === 'response') this.#answers.set(line.n, line.headers);
    if (line.type === 'end') this.#answers.delete(line.n);
  }

  #pass(line: RecordingLine): RecordingLine {
    switch (line.type) {
      case 'header':
        return this.#header(line);
      case 'request':
        return this.#request(line);
      case 'response':
        return this.#response(line);
      case 'event':
        return this.#event(line);
      case 'end':
        return this.#end(line);
      case 'stray':
        return this.#stray(line);
      case 'step':
        return this.#deep(line);
      default:
        return line;
    }
  }

  /** Any JSON value with its strings masked. */
  #deep<T>(value: T): T {
    const text = JSON.stringify(value);
    const masked = redactText(text, this.#tools);
    return masked === text ? value : (JSON.parse(masked) as T);
  }

  #header(line: HeaderLine): HeaderLine {
    const { finding, subject } = line;
    return {
      ...line,
      target: { ...line.target, name: this.text(line.target.name) },
      ...(finding === undefined ? {} : { finding: this.#deep(finding) }),
      ...(subject === undefined ? {} : { subject: this.#deep(subject) }),
    };
  }

  #request(line: RequestLine): RequestLine {
    const headers = redactHeaders(line.headers ?? [], this.#headers, this.#tools);
    return {
      ...line,
      ...(line.path === undefined ? {} : { path: this.text(line.path) }),
      ...(line.headers === undefined ? {} : { headers }),
      body: redactBody(line.body, line.headers ?? [], this.#tools),
    };
  }

  #response(line: ResponseLine): ResponseLine {
    return {
      ...line,
      reason: this.text(line.reason),
      headers: redactHeaders(line.headers, this.#headers, this.#tools),
    };
  }

  #event(line: EventLine): EventLine {
    const { type, n, atMs } = line;
    if ('raw' in line) {
      const raw = redactEvent(line.raw, this.#tools);
      return raw === undefined ? line : { type, n, atMs, redacted: true, raw };
    }
    const bytes = redactBytes(line, [], this.#tools);
    if (bytes === undefined) return line;
    return {
      type,
      n,
      atMs,
      redacted: true,
      ...('base64' in bytes ? bytes : { raw: 'text' in bytes ? bytes.text : '' }),
    };
  }

  #end(line: EndLine): EndLine {
    return {
      ...line,
      ...(line.body === undefined ? {} : { body: redactBody(line.body, this.#answers.get(line.n) ?? [], this.#tools) }),
      ...(line.error === undefined ? {} : { error: this.text(line.error) }),
    };
  }

  #stray(line: StrayLine): StrayLine {
    const bytes = redactBytes(line, [], this.#tools);
    if (bytes === undefined) return line;
    const { type, at, from, unterminated, truncated } = line;
    const rest = {
      type,
      at,
      from,
      ...(unterminated ? { unterminated } : {}),
      ...(truncated ? { truncated } : {}),
      redacted: true as const,
      bytes: line.bytes ?? bytesOf(line).length,
    };
    return 'base64' in bytes ? { ...rest, ...bytes } : { ...rest, text: 'text' in bytes ? bytes.text : '' };
  }
}

export const createRedactor = (options: RedactorOptions): Redactor => new LineRedactor(options);
