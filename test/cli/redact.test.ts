import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { run } from '../../src/cli/program.js';
import { encodeLine } from '../../src/recording/codec.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { readRecording } from '../../src/recording/read.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { anExchange, bytes, HEADER } from '../recording/exchanges.js';

const SECRET = 'CANARY-q8Zr5TgY1m';
const MASK = '[redacted:0123456789abcdef]';
const CLOSE: RecordingLine = { type: 'close', at: HEADER.at, exchanges: 2 };

/** A recording in which a value was said before it was sent as a credential, with a mask of the recorder's own. */
function tape(more = ''): string {
  const file = path.join(temporaryFolder(), 'tape.jsonl');
  const base = anExchange();
  const said = {
    ...base,
    request: { ...base.request, body: { bytes: bytes(`{"id":1,"method":"a","note":"try ${SECRET}"}`) } },
  };
  const headers = [
    ['X-Api-Key', SECRET],
    ['Authorization', `Bearer ${MASK}`],
  ] as const;
  const sent = { ...base, n: 2, request: { ...base.request, headers } };
  const lines = [HEADER, ...recordingLinesOf(said), ...recordingLinesOf(sent), CLOSE];
  writeFileSync(file, lines.map(encodeLine).join('') + more);
  return file;
}

/** What `redact` prints, and the exit code that it sets. */
async function redact(...args: string[]): Promise<{ printed: string; exitCode: typeof process.exitCode }> {
  let printed = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  const before = process.exitCode;
  onTestFinished(() => spy.mockRestore());
  try {
    await run(['redact', ...args]);
    return { printed, exitCode: process.exitCode };
  } finally {
    process.exitCode = before;
    spy.mockRestore();
  }
}

describe('redact', () => {
  it('writes a copy beside the recording, without the secret before and after it was known to be one', async () => {
    const file = tape();
    const before = readFileSync(file, 'utf8');
    const { printed } = await redact(file);
    const copy = file.replace('.jsonl', '.redacted.jsonl');
    expect(printed).toBe(`${copy}: 2 places masked\n`);
    const text = readFileSync(copy, 'utf8');
    expect(text).not.toContain('CANARY');
    expect(text).toContain(`Bearer ${MASK}`);
    expect(readFileSync(file, 'utf8')).toBe(before);
    const { complete, exchanges } = readRecording(copy);
    expect(complete).toBe(true);
    expect(exchanges[0]?.request.body).toMatchObject({ redacted: true });
    if (process.platform !== 'win32') expect(statSync(copy).mode & 0o777).toBe(0o600);
  });

  it('leaves lines alone in which there is nothing to mask', async () => {
    const file = tape();
    const output = path.join(path.dirname(file), 'clean.jsonl');
    await redact(file, '--output', output);
    const [before, after] = [file, output].map((one) => readFileSync(one, 'utf8').split('\n'));
    const changed = before?.flatMap((line, i) => (line === after?.[i] ? [] : [i + 1]));
    expect(changed).toEqual([2, 5]);
  });

  it('only looks with --check, names line, place and kind, and exits 1', async () => {
    const file = tape();
    const { printed, exitCode } = await redact(file, '--check');
    expect(exitCode).toBe(1);
    expect(printed).toMatch(/^line 2: body of a request \(exchange 1\): a value that is a secret elsewhere/);
    expect(printed).toContain('line 5: headers of a request (exchange 2): header x-api-key\n');
    expect(printed).not.toContain('CANARY');
    expect(existsSync(file.replace('.jsonl', '.redacted.jsonl'))).toBe(false);
  });

  it('finds nothing in its own copy, and exits 0', async () => {
    const file = tape();
    await redact(file);
    const { printed, exitCode } = await redact(file.replace('.jsonl', '.redacted.jsonl'), '--check');
    expect(printed).toMatch(/^no secret is left in /);
    expect(exitCode).toBe(0);
  });

  it('masks in a torn last line and in lines of a kind that it does not know', async () => {
    const file = tape(`{"type":"later","note":"${SECRET}"}\n{"type":"request","n":3,"headers":[["A","${SECRET}`);
    await redact(file);
    const text = readFileSync(file.replace('.jsonl', '.redacted.jsonl'), 'utf8');
    expect(text).not.toContain('CANARY');
    expect(text).toContain('"type":"later"');
    expect(text.endsWith('\n')).toBe(false);
  });

  it('masks what the configuration names, and its callers’ credentials', async () => {
    const file = tape();
    const config = path.join(path.dirname(file), 'c.json');
    writeFileSync(config, JSON.stringify({ redact: { json: ['$.params.name'] } }));
    await redact(file, '--config', config);
    expect(readFileSync(file.replace('.jsonl', '.redacted.jsonl'), 'utf8')).not.toContain('create_draft');
  });

  it('never overwrites, and leaves nothing where it cannot read', async () => {
    const file = tape();
    await expect(redact(file, '--output', file)).rejects.toThrow(/exists already.*--output/);
    const foreign = path.join(path.dirname(file), 'foreign.jsonl');
    writeFileSync(foreign, '{"a":1}\n');
    await expect(redact(foreign)).rejects.toThrow(/is not a recording/);
    expect(existsSync(foreign.replace('.jsonl', '.redacted.jsonl'))).toBe(false);
    await expect(redact('/no/such.jsonl', '--check')).rejects.toThrow(/There is no file/);
  });
});
