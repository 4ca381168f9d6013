import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { shim, type ShimOptions } from '../../src/proxy/shim.js';
import { exchangesDocument } from '../../src/recording/exchanges-document.js';
import { readRecording } from '../../src/recording/read.js';
import { UserError } from '../../src/user-error.js';
import { temporaryFolder } from './helpers.js';

const LINE_SERVER = fileURLToPath(new URL('../servers/line-server.mjs', import.meta.url));

/** The shim around a script, with this test as its client. */
async function shimmed(args: readonly string[], more: Partial<ShimOptions> = {}) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let seen = '';
  stdout.on('data', (bytes: Buffer) => (seen += bytes.toString('latin1')));
  const folder = temporaryFolder();
  const running = await shim({
    target: { kind: 'stdio', command: process.execPath, args, env: {} },
    folder,
    name: 'tape',
    audit: path.join(folder, 'audit.jsonl'),
    environment: {},
    stdin,
    stdout,
    ...more,
  });
  onTestFinished(async () => {
    running.signal('SIGKILL');
    await running.ended;
  });
  return {
    ...running,
    stdin,
    stdout,
    seen: () => seen,
    sees: async (text: string) => {
      while (!seen.includes(text)) await once(stdout, 'data');
    },
    document: () => exchangesDocument(readRecording(running.file)),
    audit: () => readFileSync(path.join(folder, 'audit.jsonl'), 'utf8').trimEnd().split('\n'),
  };
}

const script = (body: string): string[] => ['-e', body];

describe('the shim', () => {
  it('passes bytes on untouched, both ways, and records what they say', async () => {
    const client = await shimmed(script('process.stdin.pipe(process.stdout)'));
    const odd = Buffer.from('{"id":1,"method":"a","p":"\u2028é"}\r\n\xff no json\n', 'utf8');
    for (const byte of odd) client.stdin.write(Buffer.from([byte]));
    await client.sees('no json\n');
    client.stdin.end(Buffer.from([0xff, 0x00]));
    expect(await client.ended).toBe(0);
    expect(client.seen()).toBe(Buffer.concat([odd, Buffer.from([0xff, 0x00])]).toString('latin1'));
    const { exchanges, stray, complete } = client.document();
    expect(complete).toBe(true);
    expect(exchanges[0]?.request.body).toEqual({ text: '{"id":1,"method":"a","p":"\u2028é"}\r' });
    expect(stray).toContainEqual(expect.objectContaining({ from: 'server', unterminated: true, base64: '/wA=' }));
  });

  it('gives the exit code of the server, and what was never answered', async () => {
    const client = await shimmed([LINE_SERVER]);
    client.stdin.write('{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":1}}\n');
    await client.sees('"id":1');
    client.stdin.write('{"jsonrpc":"2.0","id":2,"method":"die","params":{"code":41}}\n');
    expect(await client.ended).toBe(41);
    expect(client.document().exchanges.map(({ outcome }) => outcome)).toEqual(['ok', 'no-result']);
    expect(client.audit().map((line) => (JSON.parse(line) as { id: number; http: null }).id)).toEqual([1, 2]);
  });

  it('keeps secrets of the environment and the command line off the disk', async () => {
    const target = {
      kind: 'stdio',
      command: process.execPath,
      args: [
        ...script('process.stdin.pipe(process.stdout)'),
        '--',
        '--api-key',
        'CANARY-arg-77',
        '--token=CANARY-eq-78',
      ],
      env: { SERVER_TOKEN: 'CANARY-env-79' },
    } as const;
    const client = await shimmed([], { target, environment: { MY_PASSWORD: 'CANARY-own-80' } });
    client.stdin.end(
      '{"method":"n","params":{"text":"CANARY-arg-77 CANARY-eq-78 CANARY-env-79"}}\nstray CANARY-own-80\n',
    );
    expect(await client.ended).toBe(0);
    expect(client.seen()).toContain('CANARY-own-80');
    expect(readFileSync(client.file, 'utf8')).not.toContain('CANARY');
    expect(readFileSync(client.file, 'utf8')).toMatch(/--api-key \[redacted:[0-9a-f]{16}\] --token=\[redacted:/);
  });

  it.skipIf(process.platform === 'win32')('passes a signal on, and to end by it is the normal end', async () => {
    const client = await shimmed(script('setInterval(() => {}, 1000); console.log("up")'));
    await client.sees('up');
    client.signal('SIGTERM');
    expect(await client.ended).toBe(0);
    expect(client.document().complete).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('leaves nothing behind that the server started', async () => {
    const grandchild = 'setInterval(() => {}, 1000)';
    const body = `const c = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(grandchild)}], { stdio: 'ignore' }); console.log(c.pid); process.stdin.resume(); process.stdin.on('end', () => process.exit(0));`;
    const client = await shimmed(script(body));
    await client.sees('\n');
    const pid = Number(client.seen());
    expect(process.kill(pid, 0)).toBe(true);
    client.stdin.end();
    expect(await client.ended).toBe(0);
    // Reaped by whoever inherits it: gone at once, or a zombie that takes no time.
    const state = () => {
      try {
        return /State:\s+(\w)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 'gone';
      } catch {
        return 'gone';
      }
    };
    expect(['gone', 'Z', 'X']).toContain(state());
  });

  it('refuses a command that cannot be started, by name and with the code for it, and leaves no recording', async () => {
    const target = { kind: 'stdio', command: '/no/such-program', args: [], env: {} } as const;
    const refused = await shimmed([], { target }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(UserError);
    expect(refused).toMatchObject({
      exitCode: 4,
      message: expect.stringMatching(/such-program could not be started/) as string,
    });
  });
});
