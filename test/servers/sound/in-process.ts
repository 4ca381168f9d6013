/**
 * A stdio target without processes: each channel is a server in memory, so that hundreds of cases take no longer than
 * what they wait for. The real one, with real processes, is tested in test/target and in test/engine/stdio.test.ts.
 */
import { outcomeOf, type Ending } from '../../../src/exchange/outcome.js';
import type { Exchange, Request, Response } from '../../../src/exchange/exchange.js';
import type { Flight, ProcessEnd, SendOptions, StateReader, Target } from '../../../src/target/target.js';
import { sound, type Behaviour } from './behaviour.js';
import { Storage } from './drafts.js';
import { stdioProcess, type TakeLine } from './stdio.js';

interface End extends Partial<Ending> {
  readonly line?: string;
  readonly error?: string;
}

interface Process {
  readonly take: TakeLine;
  readonly waiting: Set<(end: End) => void>;
}

export interface InProcess {
  readonly target: Target;
  readonly state: StateReader;
}

export function inProcessStdio(behaviour: Behaviour = sound): InProcess {
  const storage = new Storage();
  const processes = new Map<string, Process>();
  const ends: ProcessEnd[] = [];
  let n = 0;

  const start = (channel: string): Process => {
    const waiting: Process['waiting'] = new Set();
    const take = stdioProcess({
      behaviour,
      storage,
      die: () => {
        processes.delete(channel);
        ends.push({ channel, code: 7, signal: null });
        for (const end of waiting) end({ cut: true, error: 'the process ended with code 7' });
      },
    });
    const started = { take, waiting };
    processes.set(channel, started);
    return started;
  };

  function send(request: Request, { as, era, channel, timeoutMs }: SendOptions): Flight {
    const { take, waiting } = processes.get(channel) ?? start(channel);
    const startedAt = performance.now();
    const text = request.body.bytes.toString('utf8');
    let abort!: () => void;
    const exchange = new Promise<Exchange>((resolve) => {
      const finish = ({ line, error, ...ending }: End): void => {
        clearTimeout(timer);
        waiting.delete(finish);
        const durationMs = performance.now() - startedAt;
        const response: Response | undefined =
          line === undefined ? undefined : { headers: [], body: { bytes: Buffer.from(line) }, atMs: durationMs };
        const ended = { clientGone: false, cut: false, unreachable: false, ...ending };
        const base = {
          n: ++n,
          at: new Date().toISOString(),
          transport: 'stdio',
          from: 'client',
          connection: 1,
        } as const;
        const outcome = isNotification(text) ? 'ok' : outcomeOf(request, response, ended);
        const said = { principal: as?.name ?? 'anonymous', era, request, outcome, durationMs };
        resolve({ ...base, ...said, ...(response ? { response } : {}), ...(error === undefined ? {} : { error }) });
      };
      const timer = setTimeout(() => finish({ error: `no answer within ${timeoutMs} ms` }), timeoutMs);
      abort = () => finish({ clientGone: true });
      waiting.add(finish);
      void take(text, (line) => finish({ line }));
      if (isNotification(text)) finish({});
    });
    return { sent: Promise.resolve(), exchange, abort };
  }

  return {
    target: {
      transport: 'stdio',
      name: 'a server in memory',
      path: '/',
      stray: [],
      ends,
      send,
      restart: async (channel) => void processes.delete(channel),
      close: async () => processes.clear(),
    },
    state: {
      settleMs: 30,
      read: async () => JSON.parse(JSON.stringify(storage.read())) as unknown,
      reset: async () => storage.reset(),
    },
  };
}

const isNotification = (text: string): boolean => {
  const message = JSON.parse(text) as { id?: unknown };
  return message.id === undefined;
};
