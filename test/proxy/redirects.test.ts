import { expect, it } from 'vitest';
import { exchangeOnce, recorder, requestText, upstream } from './helpers.js';

async function locationThrough(
  location: (origin: string) => string,
): Promise<{ answer: string; port: number; hits: number }> {
  const server = await upstream((request, response) => {
    response.writeHead(307, { Location: location(`http://${request.headers.host}`) }).end();
  });
  const proxy = await recorder(server.url);
  return {
    answer: await exchangeOnce(proxy.port, requestText({ method: 'GET', headers: [`Host: localhost:${proxy.port}`] })),
    port: proxy.port,
    hits: server.requests.length,
  };
}

it('a redirect is passed on and not followed; to the target itself it leads to the proxy, by the name the client used', async () => {
  const { answer, port, hits } = await locationThrough((origin) => `${origin}/elsewhere?x=1`);
  expect(answer).toContain(`Location: http://localhost:${port}/elsewhere?x=1\r\n`);
  expect(hits).toBe(1);
});

it.each(['/elsewhere', 'https://other.example/mcp'])('a redirect to %s is left alone', async (location) => {
  expect((await locationThrough(() => location)).answer).toContain(`Location: ${location}\r\n`);
});
