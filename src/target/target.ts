/**
 * One way to send raw bytes to a server and get an exchange back. The engine and replay know this interface and no
 * socket; `http.ts` and `stdio.ts` are its two forms.
 */
import type { Principal } from '../config/config.js';
import type { Exchange, Request, Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';

export interface SendOptions {
  /** Whose credentials are added; null sends none. */
  readonly as: Principal | null;
  readonly era: Era;
  /**
   * On stdio, the process that is written to: each era has its own, as a process that was opened by `initialize` may
   * keep to the legacy era for its lifetime.
   */
  readonly channel: string;
  readonly timeoutMs: number;
}

/** A request under way. */
export interface Flight {
  /** Resolves when the request's last byte was handed to the system, or could not be. */
  readonly sent: Promise<void>;
  /** Resolves with what came of it; never rejects: silence, a cut and an unreachable server are outcomes. */
  readonly exchange: Promise<Exchange>;
  /** HTTP: closes the connection. stdio: stops waiting; nothing is sent. */
  abort(): void;
}

/** How the server's process was seen to end, where it is ours. */
export interface ProcessEnd {
  readonly channel: string;
  readonly code: number | null;
  readonly signal: string | null;
  /** Left out where it ended of itself: we closed its input, and it went, or had to be killed. */
  readonly asked?: 'went' | 'killed';
}

export interface Unasked {
  readonly channel: string;
  readonly exchange: Exchange;
}

export interface Target {
  readonly transport: Transport;
  /** The URL, or the command line, for people. */
  readonly name: string;
  /** Path and query of the endpoint (`/` on stdio). */
  readonly path: string;
  send(request: Request, options: SendOptions): Flight;
  /** stdio: ends the channel's process; the next request starts a fresh one. HTTP: closes idle connections. */
  restart(channel: string): Promise<void>;
  /** Lines on stdout that were no JSON-RPC, and how processes ended, in order. Empty on HTTP. */
  readonly stray: readonly { readonly channel: string; readonly bytes: Buffer }[];
  readonly ends: readonly ProcessEnd[];
  /**
   * What a stdio server sent without being asked, in order: its requests (with our reply as the response), its
   * notifications, and responses to nothing that was waited for (the message stands as the request).
   */
  readonly unasked?: readonly Unasked[];
  close(): Promise<void>;
}

/** The storage behind the server, as its owner lets us see it. */
export interface StateReader {
  /** Reads the storage. Rejects with a sentence that says what was asked and what came. */
  read(): Promise<unknown>;
  /** Puts the storage back to its start; undefined where no way was configured. */
  readonly reset: (() => Promise<void>) | undefined;
  readonly settleMs: number;
}
