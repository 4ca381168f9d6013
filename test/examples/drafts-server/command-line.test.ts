import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readCommandLine } from '../../../examples/drafts-server/command-line.js';
import { command, runToEnd } from './helpers.js';

describe('the command line', () => {
  it('serves both eras over HTTP with an honoured abort unless told otherwise', () => {
    expect(readCommandLine([], {})).toEqual({
      run: 'http',
      port: 4000,
      eras: 'both',
      principal: 'writer',
      honourAbort: true,
      delayMs: 300,
    });
  });

  it('turns flags into switches', () => {
    const args = ['--stdio', '--eras', 'modern', '--ignore-abort', '--delay-ms', '5', '--fault', 'publishes'];
    expect(readCommandLine(args, { DRAFTS_PRINCIPAL: 'reader' })).toMatchObject({
      run: 'stdio',
      eras: 'modern',
      principal: 'reader',
      honourAbort: false,
      delayMs: 5,
      fault: 'publishes',
    });
  });

  it.each<[string[], string]>([
    [['--prt', '3'], "Unknown option '--prt'; --help lists the options."],
    [['serve'], "Unexpected argument 'serve'; --help lists the options."],
    [['--port', '99999'], '--port is "99999"; it must be a whole number from 0 to 65535.'],
    [['--port', '1', '--stdio'], '--port and --stdio cannot be used together.'],
    [['--eras', 'old'], '--eras is "old"; it must be both, modern or legacy.'],
    [['--delay-ms', 'soon'], '--delay-ms is "soon"; it must be a whole number from 0 to 600000.'],
    [['--fault', 'none'], 'No fault is named "none"; there are long-title-loses-status, '],
    [['--print-state'], '--print-state needs --state-file F, '],
  ])('explains what is wrong with %j', (args, sentence) => {
    expect(() => readCommandLine(args, {})).toThrow(sentence);
  });

  it('explains a principal that does not exist', () => {
    expect(() => readCommandLine([], { DRAFTS_PRINCIPAL: 'bob' })).toThrow('DRAFTS_PRINCIPAL is "bob"');
  });
});

describe('the program', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('prints where it listens and ends with 0 on %s', async (signal) => {
    const { command: program, args } = command('--port', '0');
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { url, ...rest } = JSON.parse(line) as { url: string };

    expect(rest).toEqual({});
    expect((await fetch(new URL('/admin/state', url))).status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with 2 and one sentence on a wrong flag', async () => {
    expect(await runToEnd(['--prt', '3'])).toMatchObject({
      code: 2,
      stdout: '',
      stderr: "Unknown option '--prt'; --help lists the options.\n",
    });
  });

  it('ends with 2 and one sentence when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { code, stderr } = await runToEnd(['--port', String((other.address() as AddressInfo).port)]);

    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'drafts-server: The port is in use; choose another with --port.\n',
    });
  });

  it('lists every fault in its help', async () => {
    const { code, stdout } = await runToEnd(['--help']);

    expect(code).toBe(0);
    expect(stdout).toContain('  publishes\n');
  });
});
