import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { run } from '../../src/cli/program.js';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { readRecording } from '../../src/recording/read.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { anExchange, bytes, HEADER } from '../recording/exchanges.js';
import { temporaryFolder } from '../proxy/helpers.js';

function fileWith(lines: readonly RecordingLine[]): string {
  const file = path.join(temporaryFolder(), 'tape.jsonl');
  writeFileSync(file, lines.map(encodeLine).join(''));
  return file;
}

/** What `inspect` prints on stdout. */
async function inspected(...args: string[]): Promise<string> {
  let printed = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  await run(['inspect', ...args]);
  spy.mockRestore();
  return printed;
}

const close: RecordingLine = { type: 'close', at: HEADER.at, exchanges: 1 };

describe('inspect', () => {
  it('prints a table that a person can read', async () => {
    const base = anExchange({ n: 2, principal: 'p-0123456789abcdef', outcome: 'aborted-by-client', durationMs: 101.4 });
    const { response: _response, ...abandoned } = base;
    const lines = [HEADER, ...recordingLinesOf(anExchange()), ...recordingLinesOf(abandoned), close];
    expect(await inspected(fileWith(lines))).toBe(
      `session of http://127.0.0.1:4000/mcp, recorded 2026-11-30T12:00:00.000Z with mcp-shakedown 0.1.0

n  time          principal           era     method      tool          http  outcome               ms
1  12:00:01.000  writer              modern  tools/call  create_draft   200  ok                   3.3
2  12:00:01.000  p-0123456789abcdef  modern  tools/call  create_draft        aborted-by-client  101.4

2 exchanges
`,
    );
  });

  it('prints one document and nothing else with --json -', async () => {
    const text = await inspected(fileWith([HEADER, ...recordingLinesOf(anExchange()), close]), '--json', '-');
    expect(JSON.parse(text)).toMatchObject({
      format: 'mcp-shakedown/exchanges',
      version: 1,
      complete: true,
      exchanges: [{ n: 1 }],
    });
  });

  it('says what is missing', async () => {
    const stray: RecordingLine = { type: 'stray', at: HEADER.at, from: 'server', text: 'ready' };
    const gap: RecordingLine = { type: 'gap', at: HEADER.at, lost: 3, reason: 'slow' };
    const text = await inspected(fileWith([HEADER, stray, gap, ...recordingLinesOf(anExchange())]));
    expect(text).toMatch(/1 exchange, 1 stray line, 3 exchanges not recorded, the recording is not complete/);
  });

  it('shows text of a server without its escapes', async () => {
    const base = anExchange();
    const body = { bytes: bytes('{"id":1,"method":"tools/call","params":{"name":"\\u001b[31mred\\u202e\\n"}}') };
    const text = await inspected(
      fileWith([HEADER, ...recordingLinesOf({ ...base, request: { ...base.request, body } }), close]),
    );
    expect(text).not.toContain('\u001b');
    expect(text).toContain('\\x1b[31mred');
  });

  it('refuses what is no recording by name', async () => {
    await expect(inspected('/no/such.jsonl', '--json', '-')).rejects.toThrow(/There is no file \/no\/such\.jsonl/);
  });
});

/** Two callers, one of them in a session, and a failed call. */
function mixed(): string {
  const base = anExchange();
  const session = '[redacted:0123456789abcdef]';
  const opened = {
    ...base,
    era: 'legacy' as const,
    request: { ...base.request, body: { bytes: bytes('{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}') } },
    response: {
      ...(base.response as NonNullable<typeof base.response>),
      headers: [['Mcp-Session-Id', session]] as const,
    },
  };
  const inSession = { ...base.request, headers: [['mcp-session-id', session]] as const };
  return fileWith([
    HEADER,
    ...recordingLinesOf(opened),
    ...recordingLinesOf(anExchange({ n: 2, principal: 'reader', outcome: 'protocol-error' })),
    ...recordingLinesOf(anExchange({ n: 3, era: 'legacy', request: inSession })),
    { type: 'close', at: HEADER.at, exchanges: 3 },
  ]);
}

const numbersIn = (json: string) => (JSON.parse(json) as { exchanges: { n: number }[] }).exchanges.map(({ n }) => n);

describe('inspect, asked for some exchanges', () => {
  it.each([
    [
      ['--tool', 'create_draft'],
      [2, 3],
    ],
    [['--tool', 'other'], []],
    [['--outcome', 'protocol-error'], [2]],
    [
      ['--era', 'legacy'],
      [1, 3],
    ],
    [['--principal', 'reader'], [2]],
    [['--era', 'legacy', '--tool', 'create_draft'], [3]],
  ] as const)('gives those of %j', async (flags, numbers) => {
    expect(numbersIn(await inspected(mixed(), ...flags, '--json', '-'))).toEqual(numbers);
  });

  it('says of how many', async () => {
    expect(await inspected(mixed(), '--principal', 'reader')).toMatch(/1 exchange\nof 3 exchanges in the recording\n$/);
  });

  it('refuses an outcome that there is not, with the nearest', async () => {
    await expect(inspected(mixed(), '--outcome', 'tool-eror')).rejects.toThrow(/nearest is tool-error/);
  });
});

describe('inspect --har', () => {
  it('writes an archive that other tools read, and nothing else on stdout', async () => {
    const { log } = JSON.parse(await inspected(mixed(), '--har', '-')) as {
      log: { version: string; entries: Record<string, unknown>[] };
    };
    expect(log.version).toBe('1.2');
    expect(log.entries).toHaveLength(3);
    expect(log.entries[1]).toMatchObject({
      startedDateTime: '2026-11-30T12:00:01.000Z',
      time: 3.25,
      request: {
        method: 'POST',
        url: 'http://127.0.0.1:4000/mcp',
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        postData: { mimeType: 'application/json', text: expect.stringContaining('create_draft') as string },
      },
      response: { status: 200, statusText: 'OK', content: { text: expect.stringContaining('"result"') as string } },
      timings: { send: 0, wait: 2.5, receive: 0.75 },
      _outcome: 'protocol-error',
      _rpc: { id: '1', method: 'tools/call', name: 'create_draft' },
    });
  });

  it('has bytes that are no text in Base64, and a call that got no answer with status 0', async () => {
    const base = anExchange();
    const answer = {
      ...(base.response as NonNullable<typeof base.response>),
      body: { bytes: Buffer.from([0xff, 0xfe]) },
    };
    const { response: _response, ...abandoned } = anExchange({ n: 2 });
    const file = fileWith([HEADER, ...recordingLinesOf({ ...base, response: answer }), ...recordingLinesOf(abandoned)]);
    expect(JSON.parse(await inspected(file, '--har', '-'))).toMatchObject({
      log: {
        entries: [
          { response: { content: { text: '//4=', encoding: 'base64', size: 2 } } },
          { response: { status: 0, bodySize: -1 } },
        ],
      },
    });
  });

  it('does not share stdout with another document', async () => {
    await expect(inspected(mixed(), '--har', '-', '--json', '-')).rejects.toThrow(/both want stdout/);
  });
});

describe('inspect --split session', () => {
  it('writes one recording for each session, its opening included, and tells what each one is', async () => {
    const file = mixed();
    const out = path.join(temporaryFolder(), 'parts');
    const text = await inspected(file, '--split', 'session', '--out', out);
    const parts = [1, 2].map((i) => path.join(out, `tape.session-${i}.jsonl`));
    expect(text).toBe(
      `${parts[0]}  writer, legacy, 2 exchanges\n${parts[1]}  reader, modern, 1 exchange, no session id\n2 sessions\n`,
    );
    expect(parts.map((part) => readRecording(part).exchanges.map(({ n }) => n))).toEqual([[1, 3], [2]]);
    expect(parts.map((part) => readRecording(part).complete)).toEqual([true, true]);
    const whole = readFileSync(file, 'utf8').split('\n');
    for (const line of readFileSync(parts[0] ?? '', 'utf8')
      .split('\n')
      .slice(0, -2))
      expect(whole).toContain(line);
  });

  it('never overwrites', async () => {
    const file = mixed();
    const out = temporaryFolder();
    await inspected(file, '--split', 'session', '--out', out);
    await expect(inspected(file, '--split', 'session', '--out', out)).rejects.toThrow(/exists already.*--out/);
  });
});
