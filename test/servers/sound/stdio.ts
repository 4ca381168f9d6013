/** The test server line by line: what a process of it does with what it reads, whoever reads it. */
import { sound, type Asked, type Behaviour } from './behaviour.js';
import { eraOf, messageOf, replyTo, type Surroundings } from './conversation.js';
import { DELAY_MS, Storage } from './drafts.js';

export interface StdioOptions {
  readonly behaviour?: Behaviour;
  readonly storage?: Storage;
  readonly delayMs?: number;
  readonly die: () => void;
}

/** Takes a line; `write` gets the line that answers it. */
export type TakeLine = (line: string, write: (answer: string) => void) => Promise<void>;

/** A process: give it lines, it writes its own. */
export function stdioProcess(options: StdioOptions): TakeLine {
  const { behaviour = sound, storage = new Storage(), delayMs = DELAY_MS, die } = options;
  const around: Surroundings = { behaviour, storage, delayMs, underway: new Map() };
  let isLegacy = false;
  return async (line, write) => {
    const message = messageOf(line);
    if (message === undefined) return;
    const asked: Omit<Asked, 'era'> = { transport: 'stdio', message, caller: 'writer', header: () => [] };
    if (message.method === 'initialize' && behaviour.eras.includes('legacy')) isLegacy = true;
    const era = isLegacy ? 'legacy' : eraOf(asked, behaviour);
    if (message.id === undefined) {
      const given = around.underway.get(JSON.stringify(message.params?.['requestId']));
      if (message.method === 'notifications/cancelled' && !behaviour.goesOnAfter('cancelled', era)) given?.abort();
      return;
    }
    const fate = behaviour.fate({ ...asked, era });
    if (fate === 'silence') return;
    if (fate === 'death') return die();
    const call = new AbortController();
    const key = JSON.stringify(message.id);
    around.underway.set(key, call);
    const { text } = await replyTo({ ...asked, era }, around, call);
    around.underway.delete(key);
    if (text !== undefined) write(text);
  };
}
