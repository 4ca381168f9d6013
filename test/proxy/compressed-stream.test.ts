import zlib from 'node:zlib';
import { expect, it } from 'vitest';
import { CALL, connect, recorder, requestText, RESULT, upstream } from './helpers.js';

it('a compressed stream crosses as it is, and its events are on record beside its bytes', async () => {
  const events = [': hi\n\n', `data: ${RESULT}\n\n`];
  const server = await upstream(async (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    const gzip = zlib.createGzip();
    gzip.pipe(response);
    for (const event of events) {
      gzip.write(event);
      await new Promise<void>((resolve) => gzip.flush(() => resolve()));
    }
    gzip.end();
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('\r\n0\r\n\r\n');
  const { outcome, response } = await proxy.only();
  expect(outcome).toBe('ok');
  expect(response?.events?.map((event) => ('raw' in event ? event.raw : ''))).toEqual(events);
  const body = response?.body ?? {};
  const bytes = Buffer.from('base64' in body ? body.base64 : '', 'base64');
  expect(zlib.gunzipSync(bytes).toString()).toBe(events.join(''));
});

it('a secret in one leaves its bytes off the record', async () => {
  const server = await upstream((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' })
      .end(zlib.gzipSync('data: {"password":"CANARY-77"}\n\n'));
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('\r\n0\r\n\r\n');
  const { response } = await proxy.only();
  expect(response?.events).toMatchObject([{ raw: expect.stringMatching(/"password":"\[redacted:/) as string }]);
  expect(response?.body).not.toHaveProperty('base64');
  expect(response?.body).toMatchObject({ redacted: true });
});
