import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerBody, exchangeOnce, recorder, requestText, upstream, type TestUpstream } from './helpers.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource/mcp';

/** A server that wants a token, and says where its metadata is. */
async function guarded(body: (url: string) => Buffer | string, headers: Record<string, string> = {}) {
  const server: TestUpstream = await upstream((request, response) => {
    const origin = new URL(server.url).origin;
    if (request.url?.startsWith('/.well-known/')) {
      const bytes = Buffer.from(body(server.url));
      response
        .writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': bytes.length, ...headers })
        .end(bytes);
    } else {
      const challenge = `Bearer realm="x", resource_metadata="${origin}${WELL_KNOWN}", scope="a"`;
      response.writeHead(401, { 'WWW-Authenticate': challenge, 'Content-Length': 0 }).end();
    }
  });
  return server;
}

const document = (resource: string) =>
  `{ "resource": "${resource}", "authorization_servers": ["${resource}/as"], "n": 1.0 }`;
const host = (port: number) => ({ headers: [`Host: localhost:${port}`] });

describe('OAuth metadata', () => {
  it('passes unchanged by default, and that is said once', async () => {
    const server = await guarded(document);
    const remarks: string[] = [];
    const proxy = await recorder(server.url, { onRemark: (sentence) => remarks.push(sentence) });
    const refused = await exchangeOnce(proxy.port, requestText({ method: 'GET' }));
    expect(refused).toContain(`resource_metadata="${new URL(server.url).origin}${WELL_KNOWN}"`);
    expect(remarks).toHaveLength(1);
    const answer = await exchangeOnce(proxy.port, requestText({ method: 'GET', target: WELL_KNOWN }));
    expect(answerBody(answer)).toBe(document(server.url));
    expect(remarks).toEqual([expect.stringMatching(/names the server and not this proxy.*--oauth rewrite/) as string]);
    expect(proxy.failed).toBe(false);
  });

  it('is led to the proxy under rewrite, in these two places alone', async () => {
    const server = await guarded(document);
    const proxy = await recorder(server.url, { oauth: 'rewrite' });
    const own = `http://localhost:${proxy.port}`;
    const refused = await exchangeOnce(proxy.port, requestText({ method: 'GET', ...host(proxy.port) }));
    expect(refused).toContain(`WWW-Authenticate: Bearer realm="x", resource_metadata="${own}${WELL_KNOWN}", scope="a"`);
    const answer = await exchangeOnce(
      proxy.port,
      requestText({ method: 'GET', target: WELL_KNOWN, ...host(proxy.port) }),
    );
    const expected = document(server.url).replace(`"${server.url}"`, `"${own}/mcp"`);
    expect(answerBody(answer)).toBe(expected);
    expect(answer).toContain(`Content-Length: ${expected.length}`);
    const { exchanges } = await proxy.inspect();
    expect(exchanges[1]?.response?.body).toMatchObject({ text: document(server.url) });
  });

  it('is led when it is compressed', async () => {
    const server = await guarded((url) => gzipSync(document(url)), { 'Content-Encoding': 'gzip' });
    const proxy = await recorder(server.url, { oauth: 'rewrite' });
    const answer = await exchangeOnce(
      proxy.port,
      requestText({ method: 'GET', target: WELL_KNOWN, ...host(proxy.port) }),
    );
    expect(answer).not.toMatch(/content-encoding/i);
    expect(JSON.parse(answerBody(answer))).toMatchObject({ resource: `http://localhost:${proxy.port}/mcp` });
  });

  it.each(['{"resource":"https://elsewhere.example/mcp"}', 'not json', '[1]', '{"resource":7}', 'y'.repeat(2_000_000)])(
    'stays as it is where it does not name the target (%#)',
    async (text) => {
      const server = await guarded(() => text);
      const proxy = await recorder(server.url, { oauth: 'rewrite' });
      const answer = await exchangeOnce(proxy.port, requestText({ method: 'GET', target: WELL_KNOWN }));
      expect(answerBody(answer) === text).toBe(true);
    },
  );
});
