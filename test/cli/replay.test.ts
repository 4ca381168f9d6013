import { mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findRecording } from '../../src/cli/find-recording.js';
import { run } from '../../src/cli/program.js';
import { encodeLine } from '../../src/recording/codec.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import type { Report } from '../../src/report/report.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { conversation, recordingOf } from '../replay/helpers.js';
import { toolServer, type Tool } from '../servers/tools.js';

const total = (value: number): Record<string, Tool> => ({
  get_total: { readOnly: true, run: () => ({ total: value }) },
});

async function tape(folder: string): Promise<string> {
  const then = await toolServer(total(42));
  const talk = conversation(then.url);
  await talk.ask('tools/list');
  await talk.call('get_total');
  const { header } = recordingOf(talk.exchanges, then.url);
  const file = path.join(folder, 'tape.jsonl');
  writeFileSync(file, [header, ...talk.exchanges.flatMap(recordingLinesOf)].map(encodeLine).join(''));
  return file;
}

/** The program in this process: what it prints, and the code that it would end with. */
async function ran(...args: string[]): Promise<{ code: unknown; stdout: string }> {
  let stdout = '';
  const before = process.exitCode;
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((stdout += String(text)), true)),
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true),
  ];
  const restore = (): void => {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = before;
  };
  onTestFinished(restore);
  await run(['replay', ...args]);
  const { exitCode: code } = process;
  restore();
  return { code, stdout };
}

describe('replay', () => {
  it('ends with 0 where nothing differs, and with 1 where something does, naming tool and path', async () => {
    const folder = temporaryFolder();
    const file = await tape(folder);
    const out = ['--out', path.join(folder, 'out'), '--quiet', '--no-color'];
    const same = await ran(file, '--target', (await toolServer(total(42))).url, ...out);
    expect(same.code).toBe(0);
    expect(same.stdout).toContain('2 of 2 recorded exchanges compared   2 same');
    const json = path.join(folder, 'report.json');
    const changed = await ran(file, '--target', (await toolServer(total(43))).url, '--json', json, ...out);
    expect(changed.code).toBe(1);
    expect(changed.stdout).toContain('get_total: $.result.structuredContent.total was 42, is 43');
    const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
    expect(report.command).toBe('replay');
    expect(report.summary.replay).toMatchObject({ recorded: 2, compared: 2, same: 1, changed: 1 });
  });

  it('replays what it found by its id, the newest run first', async () => {
    const folder = temporaryFolder();
    const file = await tape(folder);
    const out = ['--out', path.join(folder, 'out'), '--quiet', '--no-color'];
    const json = path.join(folder, 'report.json');
    const changed = await toolServer(total(43));
    await ran(file, '--target', changed.url, '--json', json, ...out);
    const [finding] = (JSON.parse(readFileSync(json, 'utf8')) as Report).findings;
    const id = finding?.id ?? '';
    expect((await ran(id, '--target', changed.url, ...out)).code).toBe(1);
    expect((await ran(id, '--target', (await toolServer(total(42))).url, ...out)).code).toBe(0);
  });

  it('ends with 4 where the server cannot be reached, and with 3 where nothing could be compared', async () => {
    const folder = temporaryFolder();
    const file = await tape(folder);
    const out = ['--out', path.join(folder, 'out'), '--quiet'];
    const gone = await toolServer({});
    await gone.close();
    expect((await ran(file, '--target', gone.url, ...out)).code).toBe(4);
    const empty = path.join(folder, 'empty.jsonl');
    writeFileSync(empty, encodeLine(recordingOf([], gone.url).header));
    expect((await ran(empty, '--target', gone.url, ...out)).code).toBe(3);
  });

  it.each([
    ['{"a":1}\n', /tape\.jsonl is not a recording/],
    ['', /tape\.jsonl is empty/],
  ])('refuses a file that holds %j', async (content, sentence) => {
    const file = path.join(temporaryFolder(), 'tape.jsonl');
    writeFileSync(file, content);
    await expect(ran(file, '--target', 'http://127.0.0.1:9/mcp')).rejects.toThrow(sentence);
  });

  it('refuses a file that is not there', async () => {
    await expect(ran('nowhere.jsonl', '--target', 'http://127.0.0.1:9/mcp')).rejects.toThrow(
      'There is no file nowhere.jsonl.',
    );
  });
});

function runs(...files: [name: string, at: number][]): string {
  const out = temporaryFolder();
  for (const [name, at] of files) {
    const file = path.join(out, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    utimesSync(file, at, at);
  }
  return out;
}

describe('the id of a finding', () => {
  it('means its newest recording, in whatever case it is typed', () => {
    const out = runs(['probe-1/F-7Q2K00.jsonl', 100], ['fuzz-1/F-7Q2K00.jsonl', 300], ['probe-2/F-7Q2K00.jsonl', 200]);
    expect(findRecording('F-7Q2K00', out)).toBe(path.join(out, 'fuzz-1/F-7Q2K00.jsonl'));
    expect(findRecording('f-7q2k00', out)).toBe(path.join(out, 'fuzz-1/F-7Q2K00.jsonl'));
  });

  it('that is not there is refused with the nearest ones', () => {
    const out = runs(['probe-1/F-7Q2K00.jsonl', 1], ['probe-1/F-ZZZZZZ.jsonl', 1], ['probe-1/exchanges.jsonl', 1]);
    expect(() => findRecording('F-7Q2K01', out)).toThrow(
      `There is no finding F-7Q2K01 under ${out}. The nearest there: F-7Q2K00, F-ZZZZZZ.`,
    );
  });

  it('that nothing was ever found under is refused with what to do', () => {
    const out = path.join(temporaryFolder(), 'none');
    expect(() => findRecording('F-7Q2K01', out)).toThrow('No finding is recorded there; --out names another folder.');
  });

  it('is not what a path is taken for', () => {
    expect(findRecording('tapes/one.jsonl', '.')).toBe('tapes/one.jsonl');
  });
});
