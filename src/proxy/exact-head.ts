/**
 * The request head as the client wrote it. undici puts `Host` first, lower-cases the names it knows and refuses some
 * that servers accept; the order and the case of headers are under test here, so the head that it writes is replaced
 * by ours on the socket. It is given one marker header to be recognised by, and keeps its own ending (the framing).
 */
import type { Socket } from 'node:net';
import type { HeaderList } from '../mcp/headers.js';

export const MARKER = 'x-shakedown-head';

export interface Head {
  readonly method: string;
  readonly path: string;
  readonly headers: HeaderList;
}

const MARKED = new RegExp(`\\r\\n${MARKER}: (\\d+)\\r\\n`);

/** Heads that are waiting for undici to write them. */
export class HeadStore {
  readonly #heads = new Map<string, Head>();
  #count = 0;

  /** Keeps a head; gives the marker's value. */
  put(head: Head): string {
    const marker = String(++this.#count);
    this.#heads.set(marker, head);
    return marker;
  }

  drop(marker: string): void {
    this.#heads.delete(marker);
  }

  /** What to write in place of a head that undici built; undefined for anything else. */
  rewrite(built: string): string | undefined {
    const marker = MARKED.exec(built)?.[1];
    const head = marker === undefined ? undefined : this.#heads.get(marker);
    if (head === undefined) return undefined;
    const connection = /\r\nconnection: ([^\r]*)\r\n/.exec(built)?.[1] ?? 'keep-alive';
    const chunked = /\r\ntransfer-encoding: chunked\r\n/.test(built);
    const lines = [
      `${head.method} ${head.path} HTTP/1.1`,
      ...head.headers.map(([name, value]) => `${name}: ${value}`),
      `Connection: ${connection}`,
      ...(chunked ? ['Transfer-Encoding: chunked'] : []),
    ];
    return `${lines.join('\r\n')}\r\n${built.endsWith('\r\n\r\n') ? '\r\n' : ''}`;
  }
}

/** Makes a socket write our heads in place of undici's. */
export function writeExactHeads<S extends Socket>(socket: S, heads: HeadStore): S {
  const write = socket.write.bind(socket) as (chunk: unknown, ...rest: unknown[]) => boolean;
  socket.write = (chunk: unknown, ...rest: unknown[]): boolean =>
    write(typeof chunk === 'string' ? (heads.rewrite(chunk) ?? chunk) : chunk, ...rest);
  return socket;
}
