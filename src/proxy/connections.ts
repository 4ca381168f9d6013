/**
 * Connections to the target, one request at a time on each. undici's own pool opens a new connection for a request that
 * was given up, only to find that nobody wants it any more; here a connection that was given up is gone.
 */
import type { Client } from 'undici';

/** More idle connections than this are closed. */
const IDLE_MAX = 64;

export class Connections {
  readonly #open: () => Client;
  /** The one used last is used next: it is the least likely to have been closed by the server. */
  readonly #idle: Client[] = [];
  readonly #busy = new Set<Client>();

  constructor(open: () => Client) {
    this.#open = open;
  }

  take(): Client {
    const client = this.#idle.pop() ?? this.#open();
    this.#busy.add(client);
    return client;
  }

  /** Gives a connection back; one on which something went wrong is closed. */
  release(client: Client, isSound: boolean): void {
    if (!this.#busy.delete(client)) return;
    if (isSound && this.#idle.length < IDLE_MAX) this.#idle.push(client);
    else void client.destroy();
  }

  async close(): Promise<void> {
    const all = [...this.#idle.splice(0), ...this.#busy];
    this.#busy.clear();
    await Promise.all(all.map((client) => client.destroy()));
  }
}
