import { expect, it } from 'vitest';
import { readRecording } from '../../src/recording/read.js';
import { CALL, connect, recorder, requestText, upstream } from './helpers.js';

it('a recorder that is stopped cuts what is open, keeps what was seen of it, and the recording is complete', async () => {
  const server = await upstream((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: {"half":1}\n\n');
  });
  const proxy = await recorder(server.url);
  const client = connect(proxy.port);
  client.socket.write(requestText({ body: CALL }));
  await client.sees('half');
  await proxy.close();
  await client.closed;
  expect(client.received()).not.toContain('\r\n0\r\n\r\n');
  const { complete, exchanges } = readRecording(proxy.file);
  expect(complete).toBe(true);
  expect(exchanges).toMatchObject([{ outcome: 'no-result', error: expect.stringContaining('stopped') as string }]);
  expect(proxy.failed).toBe(false);
});

it('a port that is taken is said, and leaves no recording behind', async () => {
  const server = await upstream((_request, response) => response.end());
  const proxy = await recorder(server.url);
  await expect(recorder(server.url, { port: proxy.port, name: 'second' })).rejects.toThrow(
    new RegExp(`Port ${proxy.port} on 127\\.0\\.0\\.1 is in use.*--port`),
  );
});

it.each(['ftp://x.example/mcp', 'drafts'])('a target of %s is refused', async (target) => {
  await expect(recorder(target)).rejects.toThrow(/is no http or https URL/);
});
