import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { editHeaders, render } from '../../src/exchange/draft.js';
import type { Request } from '../../src/exchange/exchange.js';
import { header, type HeaderList } from '../../src/mcp/headers.js';
import { curlCommand, printfCommand, quoted } from '../../src/report/curl.js';
import { aCall, TARGET, withValue } from './samples.js';

const has = (program: string): boolean => spawnSync(program, ['--version']).error === undefined;
const hasShell = process.platform !== 'win32';
const hasCurl = hasShell && has('curl');

/** Runs a line in a shell, with nothing of the surroundings but the path. */
const shell = async (line: string, variables: Record<string, string> = {}): Promise<Buffer> => {
  const env = { PATH: process.env['PATH'] ?? '', ...variables };
  const { stdout } = await promisify(execFile)('sh', ['-c', line], { encoding: 'buffer', env });
  return stdout;
};

interface Received {
  readonly start: string;
  readonly headers: HeaderList;
  readonly body: Buffer;
}

/** Takes one HTTP request apart, as raw bytes. */
function apart(bytes: Buffer): Received | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [start = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const;
  });
  const body = bytes.subarray(end + 4);
  const length = Number(headers.find(([name]) => name.toLowerCase() === 'content-length')?.[1] ?? 0);
  return body.length < length ? undefined : { start, headers, body };
}

/** A server on a socket that keeps what it is sent and answers 204. */
async function listener(): Promise<{ readonly url: string; readonly received: Received[] }> {
  const received: Received[] = [];
  const server = createServer((socket) => {
    let bytes = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk]);
      const request = apart(bytes);
      if (!request) return;
      received.push(request);
      socket.end('HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/mcp`, received };
}

/** What curl and the connection add of their own. */
const ADDED = ['host', 'user-agent', 'content-length'];
const own = (headers: HeaderList): HeaderList => headers.filter(([name]) => !ADDED.includes(name.toLowerCase()));

const AS_WRITER = { principal: 'writer' };

describe.runIf(hasCurl)('a curl line sends what was sent', () => {
  test('to the byte, whatever stands in body, path and headers', async () => {
    const { url, received } = await listener();
    const token = fc.stringMatching(/^X-[A-Za-z0-9#&'*+.^|~-]{1,8}$/);
    const value = fc.oneof(
      fc.string({ unit: 'grapheme-ascii', maxLength: 20 }),
      fc.constantFrom("it's", '"$HOME" `id` !x', '@file'),
    );
    const requests = fc.record({
      path: fc.constantFrom('/mcp', '/mcp?x=[1]&y={2}', "/a'b/../c", '/mcp?q=%20$HOME'),
      headers: fc.array(
        fc.tuple(
          token,
          value.map((one) => one.trim()),
        ),
        { maxLength: 3 },
      ),
      body: fc.oneof(
        fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
        fc.constantFrom('@/etc/hostname', '-n', '%s\\n', "'").map((text) => Buffer.from(text)),
      ),
    });
    await fc.assert(
      fc.asyncProperty(requests, async ({ path, headers, body }) => {
        const request: Request = {
          method: 'POST',
          path,
          headers: [['Content-Type', 'application/json'], ...headers],
          body: { bytes: body },
        };
        const line = curlCommand(request, url, AS_WRITER);
        expect(line).toBeDefined();
        await shell(line ?? '');
        expect(received.at(-1)).toMatchObject({ start: `POST ${path} HTTP/1.1`, body });
        expect(own(received.at(-1)?.headers ?? [])).toEqual(request.headers);
      }),
      { numRuns: 10 },
    );
  });

  test('with a credential that the reader fills in', async () => {
    const { url, received } = await listener();
    const request = withValue(aCall(), 'Authorization', 'Bearer writer-secret-123');
    await shell(curlCommand(request, url, AS_WRITER) ?? '', { WRITER_TOKEN: 'mine' });
    expect(header(received[0]?.headers ?? [], 'authorization')).toBe('Bearer mine');
  });

  test('with another verb and no body', async () => {
    const { url, received } = await listener();
    const request: Request = { method: 'DELETE', path: '/mcp', headers: [], body: { bytes: Buffer.alloc(0) } };
    await shell(curlCommand(request, url, AS_WRITER) ?? '');
    expect(received).toMatchObject([{ start: 'DELETE /mcp HTTP/1.1', body: Buffer.alloc(0) }]);
    expect(own(received[0]?.headers ?? [])).toEqual([]);
  });
});

describe('what a curl line says', () => {
  test('no credential is ever in it, under any name that tells or that the owner named', () => {
    const secret = 'canary-0123456789';
    const request = editHeaders(aCall(), (headers) => [
      ...headers,
      ['Authorization', `Bearer ${secret}`],
      ['Cookie', secret],
      ['X-Api-Key', secret],
      ['Mcp-Session-Id', secret],
      ['X-Caller', secret],
    ]);
    const line = curlCommand(request, TARGET, { principal: 'night-shift 2', secretHeaders: ['x-caller'] });
    expect(line).not.toContain(secret);
    expect(line).toContain('"Authorization: Bearer $NIGHT_SHIFT_2_TOKEN"');
    expect(line).toContain('"Mcp-Session-Id: $MCP_SESSION_ID"');
    expect(line).toContain('"X-Caller: $NIGHT_SHIFT_2_X_CALLER"');
  });

  test('the name and password of a URL are not in it', () => {
    expect(curlCommand(aCall(), 'http://me:hunter22@127.0.0.1:4000/mcp', AS_WRITER)).toContain(
      ' http://127.0.0.1:4000/mcp ',
    );
  });

  test('a caller who gave up does so again', () => {
    expect(curlCommand(aCall(), TARGET, { ...AS_WRITER, giveUpAfterMs: 100 })).toContain('curl -s --max-time 0.1 ');
  });

  test.each([
    ['a header with a line break', withValue(aCall(), 'Origin', 'a\r\nb')],
    ['a header with bytes beyond ASCII', withValue(aCall(), 'Mcp-Name', 'caf\u00e9')],
    ['a header name that a shell would read', withValue(aCall(), 'X-`id`', 'v')],
    ['a path that is no path', { ...aCall(), path: 'http://other.example/' }],
    ['a verb that is none', { ...aCall(), method: 'PO ST' }],
  ])('there is none for %s', (_what, request) => {
    expect(curlCommand(request, TARGET, AS_WRITER)).toBeUndefined();
  });
});

describe.runIf(hasShell)('printf writes lines to a stdio server', () => {
  const lines = fc.array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    ),
    { minLength: 1, maxLength: 20 },
  );

  test('to the byte, each with its line feed', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (bodies) => {
        const requests = bodies.map((bytes) => ({ method: 'POST', path: '/', headers: [], body: { bytes } }));
        const written = await shell(printfCommand(requests, 'cat') ?? '');
        expect(written).toEqual(Buffer.concat(bodies.flatMap((bytes) => [bytes, Buffer.from('\n')])));
      }),
      { numRuns: 10 },
    );
  });

  test('a message is readable in it', () => {
    const ping = render({ era: 'legacy', path: '/', idToken: '1', method: 'ping' });
    expect(printfCommand([ping], 'node server.mjs')).toBe(
      `printf '%s\\n' '{"jsonrpc":"2.0","id":1,"method":"ping"}' | node server.mjs`,
    );
  });
});

test.runIf(hasShell)('a quoted word is one word, and the same', async () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 50 }), async (words) => {
      const printed = await shell(`printf '%s\\000' ${words.map(quoted).join(' ')}`);
      expect(printed.toString('utf8').split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 10 },
  );
});
