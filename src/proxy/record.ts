/** The recording proxy: a listener, a way to the target, a recording and an audit, put together. */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Principal } from '../config/config.js';
import { pairs } from '../mcp/headers.js';
import type { Journal } from '../recording/journal.js';
import { principalOf } from '../recording/principal.js';
import { secretsOfEnvironment } from '../recording/redaction/process-secrets.js';
import { createRedactor, type Redactor } from '../recording/redaction/redactor.js';
import { UserError } from '../user-error.js';
import { auditEntriesOf, NO_AUDIT, openAudit, type Audit } from './audit.js';
import { openUpstream } from './forward.js';
import { openFront, type Front } from './front.js';
import { Passage } from './passage.js';
import { Tap } from './tap.js';
import type { OAuthPolicy } from './protected-resource.js';
import { BODY_BYTES_MAX, closeTape, openTape, type TapeListener, type TapeOptions } from './tape.js';

export interface RecordOptions extends TapeOptions {
  /** URL of the endpoint; requests go to its origin with the path that they have. */
  readonly target: string;
  readonly host?: string;
  /** 0: any that is free. */
  readonly port?: number;
  readonly audit?: string;
  readonly principals?: readonly Principal[];
  readonly redact?: { readonly headers: readonly string[]; readonly json: readonly string[] };
  /** What becomes of OAuth metadata that names the target; left out: pass. */
  readonly oauth?: OAuthPolicy;
  /** Accept any certificate of the target. */
  readonly insecure?: boolean;
  /** Where secrets are looked for by name; left out: nowhere. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Told of what went wrong: a write that failed, a secret on disk. */
  readonly onProblem?: (sentence: string) => void;
  /** Told of what the owner should know, though nothing is wrong. */
  readonly onRemark?: (sentence: string) => void;
}

export interface RecordingProxy {
  /** What to point the client at. */
  readonly url: string;
  readonly port: number;
  readonly file: string;
  /** All files of the recording, in order. */
  readonly files: readonly string[];
  /** Exchanges that have ended so far. */
  readonly exchanges: number;
  /** Something was not written, or should not have been. */
  readonly failed: boolean;
  close(): Promise<void>;
}

function parseTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    throw new UserError(
      `The target ${JSON.stringify(text)} is no http or https URL. Give one such as http://127.0.0.1:4000/mcp.`,
    );
  }
  return url;
}

/** The address of a listener as a client writes it; one that is bound to every address is reached at the loopback one. */
function originOf(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

export const milliseconds = (since: number): number => Math.round((performance.now() - since) * 1000) / 1000;

/** Starts a recording proxy. Rejects where the recording, the audit or the port cannot be had. */
export async function record(options: RecordOptions): Promise<RecordingProxy> {
  const target = parseTarget(options.target);
  const key = randomBytes(32);
  const redactor = createRedactor({
    key,
    headers: options.redact?.headers ?? [],
    json: options.redact?.json ?? [],
    knownValues: secretsOfEnvironment(options.environment ?? {}),
  });
  const recorder = new Recorder(options, target, key, redactor);
  await recorder.open();
  return recorder;
}

class Recorder implements RecordingProxy {
  url = '';
  port = 0;
  file = '';
  exchanges = 0;
  failed = false;
  readonly #options: RecordOptions;
  readonly #target: URL;
  readonly #key: Buffer;
  readonly #redactor: Redactor;
  readonly #passages = new Set<Passage>();
  readonly #upstream;
  readonly #tell: TapeListener = {
    problem: (sentence) => this.#problem(sentence),
    remark: (sentence) => this.#remark(sentence),
  };
  #journal: Journal | undefined;
  #audit: Audit = NO_AUDIT;
  #front: Front | undefined;
  #closing: Promise<void> | undefined;
  #count = 0;
  #isMetadataTold = false;

  constructor(options: RecordOptions, target: URL, key: Buffer, redactor: Redactor) {
    this.#options = options;
    this.#target = target;
    this.#key = key;
    this.#redactor = redactor;
    this.#upstream = openUpstream({ origin: target.origin, insecure: options.insecure ?? false });
  }

  async open(): Promise<void> {
    const { audit, host = '127.0.0.1', port = 0 } = this.#options;
    const target = { kind: 'http', name: this.#options.target } as const;
    const journal = openTape(this.#options, target, this.#redactor, this.#tell);
    this.#journal = journal;
    try {
      if (audit !== undefined) {
        this.#audit = openAudit(audit, this.#redactor, (error) =>
          this.#problem(`The audit could not be written any further: ${error.message}.`),
        );
      }
      this.#front = await openFront({
        targetOrigin: this.#target.origin,
        host,
        port,
        onRequest: (...request) => this.#pass(...request),
      });
    } catch (error) {
      journal.discard();
      await this.#upstream.close();
      throw error;
    }
    this.file = journal.file;
    this.port = this.#front.port;
    this.url = originOf(host, this.port) + this.#target.pathname + this.#target.search;
  }

  get files(): readonly string[] {
    return this.#journal?.files ?? [];
  }

  /** Ends the recording in order: open answers are cut, and what was seen of them is kept. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#passages].map((passage) => passage.stop()));
    await this.#front?.close();
    await this.#upstream.close();
    if (this.#journal) closeTape(this.#journal, this.#tell);
    this.#audit.close();
  }

  #problem(sentence: string): void {
    this.failed = true;
    this.#options.onProblem?.(this.#redactor.text(sentence));
  }

  #metadataPassed(): void {
    if (this.#isMetadataTold) return;
    this.#isMetadataTold = true;
    this.#remark(
      'The server’s OAuth metadata names the server and not this proxy, which clients refuse; --oauth rewrite leads it here.',
    );
  }

  #remark(sentence: string): void {
    this.#options.onRemark?.(this.#redactor.text(sentence));
  }

  #pass(request: IncomingMessage, response: ServerResponse, requestTarget: string, connection: number): void {
    const startedAt = performance.now();
    const at = new Date().toISOString();
    const headers = pairs(request.rawHeaders);
    // Before anything of this exchange, or of another one that runs beside it, is written.
    this.#redactor.learnHeaders(headers);
    const principal = principalOf(headers, this.#options.principals ?? [], this.#key);
    const tap = new Tap({
      n: ++this.#count,
      at,
      connection,
      principal,
      method: request.method ?? '',
      path: requestTarget,
      headers,
      bodyBytesMax: this.#options.bodyBytesMax ?? BODY_BYTES_MAX,
      elapsedMs: () => milliseconds(startedAt),
      write: (lines) => this.#journal?.write(lines),
    });
    const passage: Passage = new Passage(request, response, {
      upstream: this.#upstream,
      target: this.#target,
      proxy: {
        host: this.#options.host ?? '127.0.0.1',
        port: this.port,
        origin: originOf(this.#options.host ?? '127.0.0.1', this.port),
      },
      tap,
      requestTarget,
      oauth: this.#options.oauth ?? 'pass',
      onMetadataPassed: () => this.#metadataPassed(),
      inert: (text) => this.#redactor.text(text),
      onEnd: (ended, http) => {
        this.#passages.delete(passage);
        this.exchanges++;
        this.#audit.write(auditEntriesOf(ended, { at, principal, headers, http }));
      },
    });
    this.#passages.add(passage);
    passage.start();
  }
}
