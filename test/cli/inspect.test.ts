import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi, onTestFinished } from 'vitest';
import { run } from '../../src/cli/program.js';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
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
