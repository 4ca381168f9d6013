/**
 * A server that is a command: one process for each channel, started when it is first written to and again after it has
 * ended. Source: 2026-07-28 basic/transports/stdio.
 */
import type { Exchange } from '../exchange/exchange.js';
import { Child, type ChildEnd, type ChildOptions } from './child.js';
import { StdioChannel } from './stdio-channel.js';
import type { Flight, ProcessEnd, Target, Unasked } from './target.js';

export type StdioTargetOptions = ChildOptions;

/** Unasked messages and stray lines are kept for checks to look at; a server that babbles must not fill the memory. */
const KEPT_MAX = 10_000;

const keep = <T>(list: T[], item: T): void => void (list.length < KEPT_MAX && list.push(item));

export function stdioTarget(options: StdioTargetOptions): Target {
  const channels = new Map<string, StdioChannel>();
  const stray: { channel: string; bytes: Buffer }[] = [];
  const unasked: Unasked[] = [];
  const ends: ProcessEnd[] = [];
  const leaving = new Set<Promise<unknown>>();
  let count = 0;
  let connections = 0;

  function open(name: string): StdioChannel {
    const channel = new StdioChannel({
      start: (onLine) => new Child(options, onLine),
      connection: ++connections,
      nextN: () => ++count,
      onStray: (bytes) => keep(stray, { channel: name, bytes }),
      onUnasked: (exchange: Exchange) => keep(unasked, { channel: name, exchange }),
      onEnd: (end: ChildEnd) => {
        if (channels.get(name) === channel) channels.delete(name);
        if (end.failure !== undefined) return;
        const { code, signal, asked } = end;
        ends.push({ channel: name, code, signal, ...(asked === undefined ? {} : { asked }) });
      },
    });
    channels.set(name, channel);
    return channel;
  }

  async function end(name: string): Promise<void> {
    const channel = channels.get(name);
    channels.delete(name);
    const going = channel?.end();
    if (going === undefined) return;
    leaving.add(going);
    await going;
    leaving.delete(going);
  }

  return {
    transport: 'stdio',
    name: [options.command, ...options.args].join(' '),
    path: '/',
    stray,
    ends,
    unasked,
    send(request, sendOptions): Flight {
      const current = channels.get(sendOptions.channel);
      const channel = current && !current.hasEnded ? current : open(sendOptions.channel);
      return channel.send(request, sendOptions);
    },
    restart: end,
    async close() {
      await Promise.all([...channels.keys()].map(end));
      await Promise.all(leaving);
    },
  };
}
