/**
 * The audit: one line for each JSON-RPC request where it enters, refused and abandoned ones included. The id is
 * written as the token that was sent, as a parser would change some of them.
 */
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from '../exchange/exchange.js';
import { outcomeOfMember } from '../exchange/outcome.js';
import type { Era } from '../mcp/eras.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { isObject, type RpcMessage, type RpcRequest } from '../mcp/json-rpc.js';
import { makeFolder, writeAll } from '../recording/journal.js';
import type { Redactor } from '../recording/redaction/redactor.js';
import { UserError } from '../user-error.js';
import type { Ended } from './tap.js';

/** What an audit line says beside the request itself. */
export interface AuditEntry {
  readonly at: string;
  readonly principal: string;
  readonly era: Era;
  readonly request: RpcRequest;
  /** 499: the caller left before the answer; null on stdio. */
  readonly http: number | null;
  readonly outcome: Outcome;
  readonly errorCode: number | undefined;
  readonly durationMs: number;
  readonly traceparent: string | null;
}

const WORDS: Readonly<Partial<Record<Outcome, string>>> = { ok: 'ok', 'tool-error': 'tool error' };

const outcomeWords = ({ outcome, errorCode }: AuditEntry): string =>
  outcome === 'protocol-error' ? `error ${errorCode ?? 'without a code'}` : (WORDS[outcome] ?? 'no result');

/** One line of the audit, without its LF. */
export function auditLine(entry: AuditEntry, redactor: Pick<Redactor, 'text'>): string {
  const { at, principal, request, era, http, durationMs, traceparent } = entry;
  const text = (value: string): string => JSON.stringify(redactor.text(value));
  const isString = request.idToken.startsWith('"');
  const members = [
    `"at":${JSON.stringify(at)}`,
    `"principal":${JSON.stringify(principal)}`,
    `"id":${isString ? text(JSON.parse(request.idToken) as string) : request.idToken}`,
    `"method":${text(request.method)}`,
    `"tool":${request.method === 'tools/call' && request.name !== undefined ? text(request.name) : 'null'}`,
    `"era":"${era}"`,
    `"http":${http}`,
    `"outcome":${JSON.stringify(outcomeWords(entry))}`,
    `"durationMs":${durationMs}`,
    `"traceparent":${traceparent === null ? 'null' : text(traceparent)}`,
  ];
  return `{${members.join(',')}}`;
}

/** `traceparent` out of `_meta`, else out of the header. */
export function traceparentOf({ params }: RpcRequest, headers: HeaderList): string | null {
  const meta = isObject(params) && isObject(params['_meta']) ? params['_meta']['traceparent'] : undefined;
  return typeof meta === 'string' ? meta : (header(headers, 'traceparent') ?? null);
}

/** The requests of an ended exchange, as audit entries in their order. */
export function auditEntriesOf(
  ended: Ended,
  about: {
    readonly at: string;
    readonly principal: string;
    readonly headers: HeaderList;
    readonly http: number | null;
  },
): AuditEntry[] {
  const { content, messages, era, durationMs } = ended;
  const members: readonly (RpcMessage | undefined)[] =
    content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
  return members
    .filter((one): one is RpcRequest => one?.kind === 'request')
    .map((request) => ({
      at: about.at,
      principal: about.principal,
      era,
      request,
      http: about.http,
      outcome: content.kind === 'batch' ? outcomeOfMember(request, ended) : ended.outcome,
      errorCode: errorCodeTo(request.idToken, messages),
      durationMs,
      traceparent: traceparentOf(request, about.headers),
    }));
}

function errorCodeTo(idToken: string, messages: readonly RpcMessage[]): number | undefined {
  const error = messages.find(
    (one) => one.kind === 'error' && (one.idToken === idToken || (one.idToken ?? 'null') === 'null'),
  );
  return error?.kind === 'error' ? error.code : undefined;
}

export interface Audit {
  write(entries: readonly AuditEntry[]): void;
  close(): void;
}

/** An audit without a file. */
export const NO_AUDIT: Audit = { write: () => undefined, close: () => undefined };

/** Appends to a file, which is made where it is not there. */
export function openAudit(file: string, redactor: Pick<Redactor, 'text'>, onFailure: (error: Error) => void): Audit {
  makeFolder(path.dirname(file));
  let descriptor: number;
  try {
    descriptor = openSync(file, 'a', 0o600);
  } catch (error) {
    throw new UserError(
      `The audit file ${file} could not be opened: ${(error as Error).message}. Choose another one with --audit.`,
    );
  }
  let failed = false;
  return {
    write(entries) {
      if (failed || entries.length === 0) return;
      try {
        writeAll(descriptor, entries.map((entry) => `${auditLine(entry, redactor)}\n`).join(''));
      } catch (error) {
        failed = true;
        onFailure(error as Error);
      }
    },
    close: () => closeSync(descriptor),
  };
}
