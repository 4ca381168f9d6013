/** The ids of a request that no answer has been seen for yet: one for a single request, one for each in a batch. */
import type { Request } from '../exchange/exchange.js';
import { rpcOf } from '../exchange/exchange.js';
import type { RpcMessage } from '../mcp/json-rpc.js';

export class OpenIds {
  readonly #open: string[];
  readonly #asked: boolean;

  constructor(request: Request) {
    const content = rpcOf(request);
    const messages = content.kind === 'single' ? [content.message] : content.kind === 'batch' ? content.messages : [];
    this.#open = messages.flatMap((one) => (one?.kind === 'request' ? one.idToken : []));
    this.#asked = this.#open.length > 0;
  }

  /** Whether something was asked and all of it has been answered. */
  get answered(): boolean {
    return this.#asked && this.#open.length === 0;
  }

  /** Takes note of a message; an error that names no id answers whatever is open. */
  see(message: RpcMessage): void {
    if (message.kind !== 'result' && message.kind !== 'error') return;
    if (message.kind === 'error' && (message.idToken ?? 'null') === 'null') this.#open.length = 0;
    const at = message.idToken === undefined ? -1 : this.#open.indexOf(message.idToken);
    if (at >= 0) this.#open.splice(at, 1);
  }
}
