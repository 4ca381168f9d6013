/**
 * The way to the target: one request to it for each request of a client, over undici's dispatcher, without streams in
 * between and without any limit on time. Nothing is retried and no redirect is followed. A kept connection that the
 * server has closed is noticed by undici before it is used.
 */
import type { Readable } from 'node:stream';
import { buildConnector, Client, type Dispatcher } from 'undici';
import type { HeaderList } from '../mcp/headers.js';
import { Connections } from './connections.js';
import { HeadStore, MARKER, writeExactHeads, type Head } from './exact-head.js';

const HEADER_BYTES_MAX = 256 * 1024;

export interface UpstreamRequest extends Head {
  /** Absent where the request has no body at all. */
  readonly body?: AsyncIterable<Buffer>;
  readonly contentLength: string | undefined;
}

/** Who is told what comes back. */
export interface Receiver {
  head(status: number, reason: string, headers: HeaderList): void;
  data(chunk: Buffer, flow: { pause(): void; resume(): void }): void;
  end(): void;
  /** `sent`: a connection was there and the request was on its way. */
  failed(error: Error, sent: boolean): void;
}

export interface Upstream {
  /** Sends; gives a function that gives up, which closes the connection. */
  send(request: UpstreamRequest, receiver: Receiver): () => void;
  close(): Promise<void>;
}

export interface UpstreamOptions {
  readonly origin: string;
  /** Accept any certificate. */
  readonly insecure: boolean;
}

/** The raw header list of an answer; undici hands over buffers. */
function rawHeaders({ rawHeaders }: Dispatcher.DispatchController): HeaderList {
  const flat = (Array.isArray(rawHeaders) ? rawHeaders : []).map((one: Buffer | string) =>
    typeof one === 'string' ? one : one.toString('latin1'),
  );
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? ''] as const);
}

// undici reads the reason as UTF-8; as the bytes it was made of it can be written again.
const reasonBytes = (reason: string | undefined): string => Buffer.from(reason ?? '', 'utf8').toString('latin1');

export function openUpstream({ origin, insecure }: UpstreamOptions): Upstream {
  const heads = new HeadStore();
  const connect = buildConnector({ rejectUnauthorized: !insecure, timeout: 0, keepAlive: true, noDelay: true });
  const open = () =>
    new Client(origin, {
      pipelining: 1,
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: HEADER_BYTES_MAX,
      connect: (options, callback) =>
        connect(options, (...outcome) => {
          const [error, socket] = outcome;
          if (error === null) callback(null, writeExactHeads(socket, heads));
          else callback(error, null);
        }),
    });
  const connections = new Connections(open);

  function send(request: UpstreamRequest, receiver: Receiver): () => void {
    const marker = heads.put(request);
    const connection = connections.take();
    let isSent = false;
    let isOver = false;
    const finish = (isSound: boolean, tell: () => void) => {
      if (isOver) return;
      isOver = true;
      heads.drop(marker);
      connections.release(connection, isSound);
      tell();
    };
    connection.dispatch(
      {
        path: request.path,
        method: request.method,
        headers: [
          MARKER,
          marker,
          ...(request.contentLength === undefined ? [] : ['content-length', request.contentLength]),
        ],
        // Any async iterable will do; the types name streams only.
        body: (request.body ?? null) as unknown as Readable | null,
      },
      {
        onRequestStart() {
          isSent = true;
        },
        onResponseStart(own, status, _headers, reason) {
          if (!isOver && status >= 200) receiver.head(status, reasonBytes(reason), rawHeaders(own));
        },
        onResponseData(own, chunk) {
          if (!isOver) receiver.data(chunk, own);
        },
        onResponseEnd() {
          finish(true, () => receiver.end());
        },
        onResponseError(_own, error) {
          finish(false, () => receiver.failed(error, isSent));
        },
      },
    );
    return () => finish(false, () => undefined);
  }

  return { send, close: () => connections.close() };
}
