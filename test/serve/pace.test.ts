import { describe, expect, it } from 'vitest';
import { connect, requestText } from '../proxy/helpers.js';
import { anExchange, bytes, HEADER } from '../recording/exchanges.js';
import type { Recording } from '../../src/recording/recording.js';
import { pacedMs, parsePace, type Pace } from '../../src/serve/pace.js';
import { served } from './helpers.js';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft"}}';

/** Its head comes at 100 ms, its events at 200 and 300 ms. */
function slowRecording(): Recording {
  const events = [200, 300].map((atMs) => ({ atMs, raw: bytes(`: at ${atMs}\n\n`) }));
  const response = {
    status: 200,
    reason: 'OK',
    headers: [['Content-Type', 'text/event-stream']] as const,
    body: { bytes: Buffer.concat(events.map(({ raw }) => raw)) },
    events,
    atMs: 100,
  };
  const exchanges = [anExchange({ response, durationMs: 310 })];
  return { name: 'slow.jsonl', header: HEADER, complete: true, exchanges, stray: [], steps: [], gaps: [], damaged: [] };
}

/** When the head, the first and the second event arrived. */
async function arrivals(pace: Pace): Promise<number[]> {
  const stand = await served(slowRecording(), { pace });
  const client = connect(stand.port);
  const startedAt = performance.now();
  client.socket.write(requestText({ body: CALL }));
  const times = [];
  for (const text of ['HTTP/1.1', 'at 200', 'at 300']) {
    await client.sees(text);
    times.push(performance.now() - startedAt);
  }
  return times;
}

describe('the pace', () => {
  it('is that of the recording where it is to be real', async () => {
    const [head = 0, first = 0, second = 0] = await arrivals('real');
    expect(head).toBeGreaterThanOrEqual(95);
    expect(first).toBeGreaterThanOrEqual(195);
    expect(second).toBeGreaterThanOrEqual(295);
    expect(head).toBeLessThan(first);
  });

  it('is so many times as fast as a number says', async () => {
    const [head = 0, , second = 0] = await arrivals(2);
    expect(head).toBeGreaterThanOrEqual(45);
    expect(second).toBeGreaterThanOrEqual(145);
  });

  it('is at once unless something else is asked for', () => {
    expect(pacedMs(5000, 'fast')).toBe(0);
    expect(pacedMs(5000, 'real')).toBe(5000);
    expect(pacedMs(5000, 4)).toBe(1250);
  });

  it('is read from a word or a number', () => {
    expect(['real', 'fast', '10', '0.5'].map(parsePace)).toEqual(['real', 'fast', 10, 0.5]);
    for (const text of ['', 'slow', '0', '-1', '1e999', 'Infinity', '2x']) expect(parsePace(text)).toBeUndefined();
  });
});
