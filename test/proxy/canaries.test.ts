/**
 * One secret for each place where one can stand, planted all at once, with what makes each of them known to be one; no
 * byte of any may be found in a file that was left, in a report about it, or in what was said.
 */
import { readdirSync, readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { recordSummary } from '../../src/cli/record-summary.js';
import { shim } from '../../src/proxy/shim.js';
import { exchangesDocument } from '../../src/recording/exchanges-document.js';
import { harOf } from '../../src/recording/har.js';
import { readRecording } from '../../src/recording/read.js';
import {
  connect,
  exchangeOnce,
  recorder,
  requestText,
  temporaryFolder,
  upstream,
  type TestRecorder,
} from './helpers.js';

/** `CANARY`, what it is for, and enough that no word list has it. */
const canary = (place: string): string => `CANARY${place}q8Zr5TgY1m`;

/** Any part of a canary that is longer than chance, in the forms in which a value travels. */
function tracesIn(text: string): string[] {
  const found = [...text.matchAll(/CANARY\w*|[\w+/]*q8Zr5T[\w+/]*/g)].map(([trace]) => trace);
  const encoded = [...text.matchAll(/[A-Za-z0-9+/_-]{12,}/g)]
    .flatMap(([run]) => [0, 1, 2, 3].map((skip) => Buffer.from(run.slice(skip), 'base64').toString('latin1')))
    .filter((decoded) => decoded.includes('CANARY') || decoded.includes('q8Zr5T'));
  return [...found, ...encoded];
}

/** Every file under a folder, as one text. */
const filesUnder = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const reportsOn = (file: string): string => {
  const recording = readRecording(file);
  return [
    JSON.stringify(exchangesDocument(recording)),
    JSON.stringify(harOf(recording)),
    recordSummary({ exchanges: recording.exchanges.length, files: [file] }),
  ].join('\n');
};

const call = (params: string): string => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${params}}}`;

async function send(proxy: TestRecorder, body: string, headers: string[] = [], target = '/mcp'): Promise<void> {
  await exchangeOnce(proxy.port, requestText({ body, headers, target }));
}

/** An answer of each kind, chosen by the path. */
const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  '/error': (response) =>
    response.end(
      `{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"login failed: password=${canary('Error')}"}}`,
    ),
  '/tools': (response) =>
    response.end(
      `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","description":"use api_key=${canary('Described')} or ${canary('Header')}"}]}}`,
    ),
  '/gzip': (response) =>
    response
      .writeHead(200, { 'Content-Encoding': 'gzip' })
      .end(gzipSync(`{"jsonrpc":"2.0","id":1,"result":{"access_token":"${canary('Gzip')}"}}`)),
  // One event whose secret arrives in two pieces.
  '/stream': (response) => {
    const event = `data: {"jsonrpc":"2.0","id":1,"result":{"note":"${canary('Header')}","session_token":"${canary('Stream')}"}}\n\n`;
    const half = event.indexOf('Zr5TgY1m"}}');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(event.slice(0, half));
    setImmediate(() => response.end(event.slice(half)));
  },
  // A secret that is known by then, cut off in its middle.
  '/half': (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.write(`data: {"note":"${canary('Header').slice(0, -2)}`);
  },
  '/cookie': (response) => response.writeHead(200, { 'Set-Cookie': `sid=${canary('SetCookie')}; HttpOnly` }).end('{}'),
};

it('over HTTP no byte of a secret is left in any file, report or message', async () => {
  const server = await upstream((request, response) => {
    request.resume();
    const answer = ANSWERS[new URL(request.url ?? '/', 'http://x').pathname] ?? ((other) => other.end('{}'));
    answer(response);
  });
  const folder = temporaryFolder();
  const said: string[] = [];
  const target = server.url.replace('http://', `http://user:${canary('UserInfo')}@`);
  const proxy = await recorder(target, {
    folder,
    audit: path.join(folder, 'audit.jsonl'),
    environment: { SERVICE_PASSWORD: canary('Environment') },
    onProblem: (sentence) => said.push(sentence),
    onRemark: (sentence) => said.push(sentence),
  });
  const plain = call('"name":"a"');
  await send(proxy, plain, [
    `Authorization: Bearer ${canary('Header')}`,
    `X-Api-Key: ${canary('Repeated')}`,
    `X-Api-Key: ${canary('Repeated2')}`,
  ]);
  await send(proxy, plain, [`Cookie: theme=dark; sid=${canary('Cookie')}`]);
  await send(proxy, plain, [], `/mcp?access_token=${canary('Query')}&x=1`);
  await send(proxy, plain, [`Referer: http://u:${canary('Referer')}@h/x`], `/mcp/${canary('Header')}/x`);
  await send(
    proxy,
    call(`"name":"a","arguments":{"password":"${canary('Argument')}","note":"${canary('Environment')}"}`),
  );
  const inner = JSON.stringify({ deep: JSON.stringify({ client_secret: canary('Nested') }) });
  await send(proxy, call(`"name":"a","arguments":{"text":${JSON.stringify(inner)}}`));
  const base64 = Buffer.from(`{"refresh_token":"${canary('Base64')}"}`).toString('base64');
  await send(
    proxy,
    call(
      `"name":"a","arguments":{"blob":"${base64}","known":"${Buffer.from(`xx ${canary('Header')} yy`).toString('base64')}"}`,
    ),
  );
  await send(proxy, `grant_type=x&code=${canary('Form')}`, ['Content-Type: application/x-www-form-urlencoded']);
  for (const place of ['/error', '/tools', '/gzip', '/stream', '/cookie']) await send(proxy, plain, [], place);
  // A call that is given up when half of the answer is there, and one in the middle of its own body.
  const half = connect(proxy.port);
  half.socket.write(requestText({ target: '/half', body: plain }));
  await half.sees('CANARYHeader');
  half.socket.destroy();
  const cut = connect(proxy.port);
  const body = call(`"name":"a","arguments":{"password":"${canary('Aborted')}","note":"${canary('Header')}`);
  const text = requestText({ body: `${body}"}}}` });
  cut.socket.write(text.slice(0, text.indexOf(canary('Header')) + 14));
  cut.socket.end();
  await cut.closed;
  await proxy.close();
  const left = filesUnder(folder) + reportsOn(proxy.file) + said.join('\n');
  expect(tracesIn(left)).toEqual([]);
  expect(said).toEqual([]);
  expect(proxy.failed).toBe(false);
  // The test would see them: the recording holds what was around each.
  expect(readRecording(proxy.file).exchanges.length).toBeGreaterThan(13);
  expect(left).toContain('login failed: password=[redacted:');
});

it('over stdio neither, from arguments, environment, stray output and messages', async () => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  stdout.resume();
  const folder = temporaryFolder();
  const said: string[] = [];
  const program =
    'console.log("ready, token=" + process.env.SERVER_TOKEN); console.log("key is " + process.argv.at(-1)); process.stdin.pipe(process.stdout)';
  const running = await shim({
    target: {
      kind: 'stdio',
      command: process.execPath,
      args: ['-e', program, '--', '--api-key', canary('Argv')],
      env: { SERVER_TOKEN: canary('ChildEnv') },
    },
    folder,
    name: 'tape',
    audit: path.join(folder, 'audit.jsonl'),
    environment: { OWN_SECRET: canary('OwnEnv') },
    stdin,
    stdout,
    onProblem: (sentence) => said.push(sentence),
  });
  stdin.write(`${call(`"name":"a","arguments":{"password":"${canary('Line')}","note":"${canary('OwnEnv')}"}`)}\n`);
  stdin.end(`stray with secret=${canary('Stray')} and ${canary('Argv').slice(0, -2)}`);
  expect(await running.ended).toBe(0);
  const left = filesUnder(folder) + reportsOn(running.file) + said.join('\n');
  expect(tracesIn(left)).toEqual([]);
  expect(readRecording(running.file).stray.length).toBeGreaterThan(2);
});
