import { describe, expect, it } from 'vitest';
import type { ConfigFlags } from '../../src/config/flags.js';
import { merge } from '../../src/config/merge.js';
import type { NamedServer } from '../../src/config/mcp-servers.js';
import type { ConfigFile } from '../../src/config/schema.js';

const URL = 'http://127.0.0.1:4000/mcp';
const together = (content: ConfigFile, flags: ConfigFlags = {}, server?: NamedServer) =>
  merge({ name: 'f.yaml', content }, flags, server);
const withTarget = (content: ConfigFile): ConfigFile => ({ target: { url: URL }, ...content });
const principals: ConfigFile['principals'] = {
  writer: { headers: { Authorization: 'w' }, tools: ['create'] },
  reader: { headers: { Authorization: 'r' } },
};

describe('the target', () => {
  it('of the command line wins over that of the file', () => {
    expect(together(withTarget({}), { target: 'https://h/x' }).target).toEqual({ kind: 'http', url: 'https://h/x' });
    expect(together(withTarget({}), { command: ['node', 's.mjs', '--flag'] }).target).toEqual({
      kind: 'stdio',
      command: 'node',
      args: ['s.mjs', '--flag'],
      env: {},
    });
    const server: NamedServer = { target: { kind: 'http', url: 'http://s/' }, headers: [] };
    expect(together(withTarget({}), {}, server).target).toEqual(server.target);
  });

  it('of the file is a URL or a command', () => {
    expect(together(withTarget({})).target).toEqual({ kind: 'http', url: URL });
    expect(together({ target: { command: 'node', args: ['a'], env: { X: 'y' } } }).target).toEqual({
      kind: 'stdio',
      command: 'node',
      args: ['a'],
      env: { X: 'y' },
    });
  });

  it.each<[ConfigFile, ConfigFlags, RegExp]>([
    [
      {},
      {},
      /^No target: give --target URL, -- COMMAND ARG…, --server NAME .*, or a target in shakedown\.config\.yaml\.$/,
    ],
    [{}, { target: 'localhost:4000/mcp' }, /^--target: "localhost:4000\/mcp" is no http or https URL; /],
    [{}, { target: 'ftp://h/' }, /^--target: "ftp:\/\/h\/" is no http or https URL; /],
    [
      {},
      { target: 'http://u:hunter22@h/' },
      /^--target: the URL holds a user name or a password; give credentials as a header/,
    ],
    [{}, { target: URL, command: ['node'] }, /^--target and -- COMMAND name two targets; give one of them\.$/],
    [{}, { command: [] }, /^Nothing follows --; /],
    [{ target: {} }, {}, /^f\.yaml: target needs either a url or a command\.$/],
    [{ target: { url: URL, command: 'x' } }, {}, /^f\.yaml: target needs either a url or a command\.$/],
  ])('%j with %j is refused', (content, flags, why) => {
    expect(() => together(content, flags)).toThrow(why);
    expect(() => together(content, flags)).not.toThrow(/hunter22/);
  });
});

describe('the callers', () => {
  it('are the configured ones, else the one that --header speaks for, else one without credentials', () => {
    expect(together(withTarget({ principals })).principals).toEqual([
      { name: 'writer', headers: [['Authorization', 'w']], tools: ['create'] },
      { name: 'reader', headers: [['Authorization', 'r']] },
    ]);
    expect(together(withTarget({}), { header: ['X-Key:  k ', 'X-Key: l'] }).principals).toEqual([
      {
        name: 'caller',
        headers: [
          ['X-Key', 'k'],
          ['X-Key', 'l'],
        ],
      },
    ]);
    expect(together(withTarget({})).principals).toEqual([{ name: 'anonymous', headers: [] }]);
  });

  it('come with an mcpServers entry that has headers', () => {
    const server: NamedServer = { target: { kind: 'http', url: URL }, headers: [['X', 'y']] };
    expect(together({}, {}, server).principals).toEqual([{ name: 'caller', headers: [['X', 'y']] }]);
  });

  it('that --principal and --header leave out are set aside', () => {
    const one = together(withTarget({ principals }), { principal: 'reader' });
    expect([one.principals, one.setAside].map((all) => all?.map(({ name }) => name))).toEqual([['reader'], ['writer']]);
    const caller = together(withTarget({ principals }), { header: ['A: b'] });
    expect([caller.principals, caller.setAside].map((all) => all?.map(({ name }) => name))).toEqual([
      ['caller'],
      ['writer', 'reader'],
    ]);
  });

  it('keep what was said of them where --header gives one of them other credentials', () => {
    expect(together(withTarget({ principals }), { principal: 'writer', header: ['A: b'] }).principals).toEqual([
      { name: 'writer', headers: [['A', 'b']], tools: ['create'] },
    ]);
  });

  it.each<[ConfigFile, ConfigFlags, RegExp]>([
    [
      { principals },
      { principal: 'writr' },
      /^--principal: no principal is named "writr"; configured are writer, reader, and the nearest is writer\.$/,
    ],
    [
      {},
      { principal: 'writer' },
      /^--principal: no principal is named "writer", as none is configured \(key: principals\)\.$/,
    ],
    [{}, { header: ['Bearer hunter22'] }, /^--header has no colon; expected --header 'Name: value'\.$/],
    [{}, { header: ['A: b', 'hunter22'] }, /^--header \(number 2\) has no colon/],
    [{}, { header: ['A b: hunter22'] }, /^--header: "A b" is no header name/],
    [{}, { header: ['A: hunter22\r\nB: c'] }, /^--header: the value of A holds a line break/],
    [
      { principals: { a: { headers: { A: 'hunter22 \u20ac' } } } },
      {},
      /^f\.yaml: principals\.a\.headers: the value of A holds .* outside Latin-1/,
    ],
    [
      { principals, state: { tool: { name: 'list', principal: 'raeder' } } },
      {},
      /^f\.yaml: the tool list is to be called as "raeder", but the configured principals are writer, reader; the nearest is reader\.$/,
    ],
  ])('%j with %j are refused, and no credential is repeated', (content, flags, why) => {
    expect(() => together(withTarget(content), flags)).toThrow(why);
    expect(() => together(withTarget(content), flags)).not.toThrow(/hunter22/);
  });
});

describe('state and reset', () => {
  it('have three forms, and methods of their own', () => {
    const config = together(withTarget({ state: { url: 'http://h/state' }, reset: { url: 'http://h/reset' } }));
    expect(config.state).toEqual({ kind: 'url', url: 'http://h/state', method: 'GET', settleMs: 700 });
    expect(config.reset).toEqual({ kind: 'url', url: 'http://h/reset', method: 'POST' });
    expect(together(withTarget({ state: { command: ['cat', 'f'], settleMs: 5 } })).state).toEqual({
      kind: 'command',
      command: ['cat', 'f'],
      settleMs: 5,
    });
    expect(
      together(withTarget({ principals, state: { tool: { name: 'list', principal: 'reader' } } }), {
        principal: 'writer',
      }).state,
    ).toMatchObject({ kind: 'tool', principal: 'reader' });
  });

  it.each<[ConfigFile, RegExp]>([
    [{ state: {} }, /^f\.yaml: state needs exactly one of url, tool and command; it has 0\.$/],
    [
      { reset: { url: URL, command: ['x'] } },
      /^f\.yaml: reset needs exactly one of url, tool and command; it has 2\.$/,
    ],
    [{ state: { command: ['x'], method: 'POST' } }, /^f\.yaml: state\.method goes with a url only\.$/],
    [{ state: { url: '/state' } }, /^f\.yaml: state\.url: "\/state" is no http or https URL/],
    [{ forbid: ['$.a', 'b'] }, /^f\.yaml: forbid\[1\]: "b" is no JSONPath expression/],
    [{ volatile: ['$['] }, /^f\.yaml: volatile\[0\]: /],
    [{ redact: { json: ['$..['] } }, /^f\.yaml: redact\.json\[0\]: /],
  ])('%j is refused', (content, why) => {
    expect(() => together(withTarget(content))).toThrow(why);
  });
});

describe('what else is said', () => {
  it('has defaults', () => {
    expect(together(withTarget({}))).toEqual({
      target: { kind: 'http', url: URL },
      principals: [{ name: 'anonymous', headers: [] }],
      allowWrites: false,
      passive: false,
      tools: {},
      forbid: [],
      volatile: [],
      redact: { headers: [], json: [] },
      timeoutMs: 10_000,
      expect: {},
      insecure: false,
      unused: [],
    });
  });

  it('on the command line wins', () => {
    expect(
      together(withTarget({ allowWrites: false }), { allowWrites: true, passive: true, insecure: true }),
    ).toMatchObject({ allowWrites: true, passive: true, insecure: true });
  });

  it('about the era to test leaves the eras that the owner declared as they are', () => {
    const config = together(withTarget({ eras: ['legacy', 'modern'] }), { era: 'modern' });
    expect(config).toMatchObject({ eras: ['legacy', 'modern'], era: 'modern' });
    expect(together(withTarget({}), { era: 'both' })).not.toHaveProperty('era');
    expect(together(withTarget({}), { era: 'legacy' })).not.toHaveProperty('eras');
  });

  it('and has no effect yet is named', () => {
    const content = withTarget({ issuer: { port: 1 }, open: [], principals: { a: { token: { scopes: [] } } } });
    expect(together(content).unused).toEqual(['open', 'issuer', 'principals.a.token']);
  });
});
