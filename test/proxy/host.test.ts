import { describe, expect, it } from 'vitest';
import { leadToProxy, namesAnotherServer, namesProxy, upstreamHost } from '../../src/proxy/host.js';

const PROXY = { host: '127.0.0.1', port: 4141 };

describe('a Host', () => {
  it.each(['127.0.0.1:4141', 'localhost:4141', 'LOCALHOST:4141', '[::1]:4141', '127.9.9.9:4141'])(
    'of %s means the target',
    (host) => {
      expect(upstreamHost(host, PROXY, 'drafts.example')).toBe('drafts.example');
    },
  );

  it.each([
    'evil.example',
    'evil.example:4141',
    'localhost:4000',
    '127.0.0.1.evil.example:4141',
    'localhost.evil.example:4141',
    'localhost',
    '',
  ])('of %j passes unchanged', (host) => {
    expect(upstreamHost(host, PROXY, 'drafts.example')).toBe(host);
  });

  it('may be the name that the proxy was bound to', () => {
    expect(namesProxy('dev.box:4141', { host: 'dev.box', port: 4141 })).toBe(true);
    expect(namesProxy('[fe80::1]:4141', { host: 'fe80::1', port: 4141 })).toBe(true);
    expect(namesProxy('dev.box', { host: 'dev.box', port: 80 })).toBe(true);
  });
});

describe('a request target', () => {
  it.each(['http://evil.example/mcp', '//evil.example/mcp', 'evil.example:443', '*'])(
    'of %s names another server',
    (target) => {
      expect(namesAnotherServer(target)).toBe(true);
    },
  );

  it.each(['/', '/mcp?to=http://evil.example', '/a//b', '/%2e%2e/x'])('of %s does not', (target) => {
    expect(namesAnotherServer(target)).toBe(false);
  });
});

const lead = (url: string) => leadToProxy(url, 'http://127.0.0.1:4000', 'http://localhost:4141');

describe('a URL in an answer', () => {
  it('on the target leads to the proxy, in whatever way its origin is written', () => {
    expect(lead('http://127.0.0.1:4000/messages?s=1#x')).toBe('http://localhost:4141/messages?s=1#x');
    expect(lead('HTTP://127.0.0.1:4000')).toBe('http://localhost:4141');
  });

  it.each([
    '/messages',
    'messages?u=http://127.0.0.1:4000/',
    'https://127.0.0.1:4000/',
    'http://127.0.0.1:40001/',
    'http://x.example/',
    'not a url',
    '',
  ])('that is %j stays', (url) => {
    expect(lead(url)).toBe(url);
  });
});
