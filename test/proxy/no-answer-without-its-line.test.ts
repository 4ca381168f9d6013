import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { expect, it } from 'vitest';
import { CALL, connect, recorder, requestText, RESULT, upstream } from './helpers.js';

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'with a length': (response) => response.writeHead(200, { 'content-length': RESULT.length }).end(RESULT),
  'in chunks': (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(RESULT),
  'as a stream': (response) =>
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: ${RESULT}\n\n`),
  'without a body': (response) => response.writeHead(202, { 'content-length': 0 }).end(),
  'that never has a body': (response) => response.writeHead(204).end(),
};

const isWhole = (text: string) => {
  const [head = '', body] = text.split('\r\n\r\n', 2);
  if (body === undefined) return false;
  if (/chunked/i.test(head)) return text.endsWith('\r\n0\r\n\r\n');
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return body.length >= length;
};

it.each(Object.keys(ANSWERS))('an answer %s is whole for the client only once it is on disk', async (how) => {
  const server = await upstream((_request, response) => ANSWERS[how]?.(response));
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  const onDisk = new Promise<string>((resolve) => {
    client.socket.on('data', () => {
      if (isWhole(client.received())) resolve(readFileSync(proxy.file, 'utf8'));
    });
  });
  client.socket.write(requestText({ body: CALL }));
  expect((await onDisk).trimEnd().split('\n').at(-1)).toMatch(/^\{"type":"end","n":1/);
});
