import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exchangeOnce, recorder, requestText, upstream, bodyOf } from './helpers.js';

const SECRET = 'CANARY-q8Zr5TgY1m';

it('no credential reaches the disk, and none is missing on the wire', async () => {
  let seen = '';
  const server = await upstream(async (request, response) => {
    seen = `${request.headers.authorization} ${request.url} ${await bodyOf(request)}`;
    response.writeHead(200, { 'Set-Cookie': `sid=${SECRET}; HttpOnly` }).end(`{"echo":"${SECRET}"}`);
  });
  const proxy = await recorder(server.url, { environment: { SERVICE_TOKEN: 'env-7Hq2-secret' } });
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"note":"env-7Hq2-secret"}}}`;
  const answer = await exchangeOnce(
    proxy.port,
    requestText({ target: `/mcp?api_key=${SECRET}&x=1`, headers: [`Authorization: Bearer ${SECRET}`], body }),
  );
  expect(answer).toContain(`{"echo":"${SECRET}"}`);
  expect(seen).toBe(`Bearer ${SECRET} /mcp?api_key=${SECRET}&x=1 ${body}`);
  await proxy.close();
  const onDisk = readFileSync(proxy.file, 'utf8') + readFileSync(proxy.auditFile, 'utf8');
  expect(onDisk).not.toMatch(/CANARY|7Hq2/);
  expect(onDisk).toContain('"Set-Cookie"');
  expect(onDisk).toMatch(/api_key=\[redacted:[0-9a-f]{16}\]&x=1/);
  expect(proxy.failed).toBe(false);
});

it('a secret that was on disk before it was known to be one is told of, without showing it', async () => {
  const server = await upstream((_request, response) => response.end(`try ${SECRET}`));
  const proxy = await recorder(server.url);
  await exchangeOnce(proxy.port, requestText({ method: 'GET' }));
  await exchangeOnce(proxy.port, requestText({ method: 'GET', headers: [`Authorization: Bearer ${SECRET}`] }));
  await proxy.close();
  expect(proxy.failed).toBe(true);
  expect(proxy.problems).toEqual([
    expect.stringMatching(/A secret \(header authorization\) stands in .*tape\.jsonl/) as string,
  ]);
  expect(proxy.problems.join()).not.toContain(SECRET);
});
