import zlib from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, storedBody } from '../../../src/recording/stored-bytes.js';
import type { RecordingLine, RequestLine, StoredBody } from '../../../src/recording/format.js';
import { recordingLinesOf } from '../../../src/recording/recording-lines.js';
import { containsMask, isMask } from '../../../src/recording/redaction/mask.js';
import { createRedactor, type RedactorOptions } from '../../../src/recording/redaction/redactor.js';
import { anExchange, bytes } from '../exchanges.js';

const SECRET = 'CANARY-q8Zr5TgY1m';

const aRedactor = (more: Partial<RedactorOptions> = {}) => createRedactor({ key: Buffer.alloc(32, 7), ...more });

const requestWith = (more: Partial<RequestLine>): RequestLine => ({
  ...(recordingLinesOf(anExchange())[0] as RequestLine),
  ...more,
});

const bodyWith = (text: string): StoredBody => storedBody({ bytes: bytes(text) });

/** The text of a request's body after it was redacted. */
function bodyAfter(text: string, options: Partial<RedactorOptions> = {}, headers: RequestLine['headers'] = []): string {
  const line = aRedactor(options).line(requestWith({ body: bodyWith(text), headers })) as RequestLine;
  return bytesOf(line.body).toString('utf8');
}

describe('a secret', () => {
  const places: Readonly<Record<string, (secret: string) => string>> = {
    'a member': (s) => JSON.stringify({ params: { arguments: { password: s } } }),
    'a member deep inside': (s) => JSON.stringify({ a: [{ b: { clientSecret: s } }] }),
    'an array under a telling name': (s) => JSON.stringify({ token: [s] }),
    'JSON in a string': (s) => JSON.stringify({ text: JSON.stringify({ access_token: s }) }),
    'JSON in a string, twice encoded': (s) => JSON.stringify({ text: JSON.stringify(JSON.stringify({ api_key: s })) }),
    'Base64 of JSON': (s) => JSON.stringify({ blob: Buffer.from(JSON.stringify({ password: s })).toString('base64') }),
    'a URL': (s) => JSON.stringify({ link: `https://api.example/x?api_key=${encodeURIComponent(s)}&y=1` }),
    'the user of a URL': (s) => JSON.stringify({ link: `https://bob:${encodeURIComponent(s)}@api.example/x` }),
    'an OAuth redirect': (s) =>
      JSON.stringify({ link: `https://app.example/cb?code=${encodeURIComponent(s)}&state=1` }),
    'a form': (s) => `a=1&client_secret=${encodeURIComponent(s)}`,
    'a log line': (s) => `12:00 login failed, password=${encodeURIComponent(s)} for bob`,
    'JSON in a log line': (s) => `12:00 got {"password":${JSON.stringify(s)}} from bob`,
    'JSON that is cut off': (s) => `{"a":1,"password":${JSON.stringify(s).slice(0, -1)}`,
    'an authorization scheme': (s) => JSON.stringify({ header: `Bearer ${Buffer.from(s).toString('base64url')}0` }),
  };

  const secrets = fc.stringMatching(/^[A-Za-z0-9"\\é/+ -]{4,20}[0-9][A-Za-z0-9]{4}$/);

  it.each(Object.keys(places))('in %s is masked', (place) => {
    fc.assert(
      fc.property(secrets, (secret) => {
        const text = places[place]!(secret);
        const masked = bodyAfter(text);
        expect(masked).not.toContain(secret);
        expect(masked).not.toContain(encodeURIComponent(secret));
        expect(masked).not.toContain(JSON.stringify(secret).slice(1, -1));
        expect(containsMask(masked)).toBe(true);
        if (!/cut off|form|log/.test(place)) expect(() => JSON.parse(masked)).not.toThrow();
      }),
    );
  });

  it.each([
    ['ghp_', 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'],
    ['sk-', 'sk-proj-abcdEFGH1234567890'],
    ['xoxb-', 'xoxb-123456789012-abcdefghij'],
    ['AKIA', 'AKIAIOSFODNN7EXAMPLE'],
    ['a JWT', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
    ['a JWT without its end', 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.doz'],
  ])('of a known shape is masked under any key: %s', (_name, secret) => {
    const masked = bodyAfter(JSON.stringify({ note: `see ${secret} there` }));
    expect(masked).toMatch(/^\{"note":"see \[redacted:[0-9a-f]{16}\] there"\}$/);
  });

  it.each(['\n-----END RSA PRIVATE KEY-----\n', ''])('that is a private key is masked to its end: %j', (end) => {
    const masked = bodyAfter(JSON.stringify({ note: `-----BEGIN RSA PRIVATE KEY-----\nMIIEow77${end}` }));
    expect(masked).toContain('-----BEGIN RSA PRIVATE KEY-----[redacted:');
    expect(masked).not.toContain('MIIEow');
  });

  it('that is known is masked wherever it turns up, also before the place that gives it away', () => {
    const line = requestWith({
      path: `/mcp/${SECRET}`,
      headers: [
        ['X-Note', `say ${SECRET}`],
        ['Authorization', `Bearer ${SECRET}`],
      ],
      body: bodyWith(
        `{"plain":"${SECRET}","hex":"${Buffer.from(SECRET).toString('hex')}","spelt":"\\u0043${SECRET.slice(1)}","${SECRET}":1}`,
      ),
    });
    const text = JSON.stringify(aRedactor().line(line));
    expect(text).not.toContain(SECRET.slice(2));
    expect(text).not.toContain(Buffer.from(SECRET).toString('hex'));
  });

  it('that is known is found in Base64 at every offset, in bytes that are no text', () => {
    for (const shift of [0, 1, 2]) {
      const blob = Buffer.concat([Buffer.alloc(shift, 0xff), Buffer.from(SECRET), Buffer.from([0xff, 0xfe])]);
      const masked = bodyAfter(JSON.stringify({ image: blob.toString('base64') }), { knownValues: [SECRET] });
      expect(containsMask(masked)).toBe(true);
    }
  });

  it('has the same mask wherever it stands, and another one in another recording', () => {
    const masked = JSON.parse(
      bodyAfter(`{"password":"${SECRET}","nested":{"token":"${SECRET}"},"secret":"other-77"}`),
    ) as {
      password: string;
      nested: { token: string };
      secret: string;
    };
    expect(masked.password).toBe(masked.nested.token);
    expect(masked.password).not.toBe(masked.secret);
    expect(isMask(masked.password)).toBe(true);
    expect(bodyAfter(`{"password":"${SECRET}"}`, { key: Buffer.alloc(32, 8) })).not.toContain(masked.password);
  });

  it('in a compressed body leaves it decoded, masked and marked, with its length on the wire', () => {
    const raw = zlib.gzipSync(`{"password":"${SECRET}"}`);
    const body = storedBody({ bytes: raw, decoded: zlib.gunzipSync(raw) });
    const line = aRedactor().line(requestWith({ headers: [['Content-Encoding', 'gzip']], body })) as RequestLine;
    expect(line.body).toMatchObject({ redacted: true, bytes: raw.length });
    expect(line.body).not.toHaveProperty('decoded');
    expect(bytesOf(line.body).toString()).toMatch(/^\{"password":"\[redacted:/);
  });

  it('in an event is masked, and the lines of the event stay', () => {
    const raw = `: hi\r\nid: 1\r\ndata: {"a":1,\r\ndata: "password":"${SECRET}"}\r\n\r\n`;
    const line = aRedactor().line({ type: 'event', n: 1, atMs: 1, raw }) as { raw: string; redacted?: true };
    expect(line.redacted).toBe(true);
    expect(line.raw).toMatch(
      /^: hi\r\nid: 1\r\ndata: \{"a":1,\r\ndata: "password":"\[redacted:[0-9a-f]{16}\]"\}\r\n\r\n$/,
    );
  });

  it('that the owner named by path or header is masked whatever its name and type', () => {
    const options = { json: ['$.params.arguments.pin', '$.odd["it\'s"]'], headers: ['X-Tenant'] };
    const text = '{"params":{"arguments":{"pin":1234,"other":5678}},"odd":{"it\'s":"v"}}';
    const masked = JSON.parse(bodyAfter(text, options)) as {
      params: { arguments: { pin: string; other: number } };
      odd: Record<string, string>;
    };
    expect(isMask(masked.params.arguments.pin)).toBe(true);
    expect(masked.params.arguments.other).toBe(5678);
    expect(isMask(masked.odd["it's"] ?? '')).toBe(true);
    const line = aRedactor(options).line(requestWith({ headers: [['x-tenant', 'acme']] })) as RequestLine;
    expect(isMask(line.headers?.[0]?.[1] ?? '')).toBe(true);
  });
});

const headersAfter = (headers: RequestLine['headers']) =>
  (aRedactor().line(requestWith({ headers: headers ?? [] })) as RequestLine).headers;

describe('headers', () => {
  it('keep their names, the scheme, and the names of cookies', () => {
    const M = expect.stringMatching(/\[redacted:[0-9a-f]{16}\]/) as string;
    const after = headersAfter([
      ['AUTHORIZATION', `Bearer ${SECRET}`],
      ['Cookie', `sid=${SECRET}; theme=dark`],
      ['Mcp-Session-Id', 'session-1'],
      ['Proxy-Authorization', `Basic ${Buffer.from(`bob:${SECRET}`).toString('base64')}`],
    ]);
    expect(after).toEqual([
      ['AUTHORIZATION', M],
      ['Cookie', M],
      ['Mcp-Session-Id', M],
      ['Proxy-Authorization', M],
    ]);
    expect(after?.[0]?.[1]).toMatch(/^Bearer \[redacted:/);
    expect(after?.[1]?.[1]).toMatch(/^sid=\[redacted:[0-9a-f]+\]; ?theme=\[redacted:[0-9a-f]+\]$/);
    expect(after?.[3]?.[1]).toMatch(/^Basic \[redacted:/);
  });

  it('of an answer keep the attributes of a cookie', () => {
    const line = aRedactor().line({
      type: 'response',
      n: 1,
      atMs: 1,
      status: 200,
      reason: 'OK',
      headers: [['Set-Cookie', `sid=${SECRET}; HttpOnly; Path=/`]],
    }) as Extract<RecordingLine, { type: 'response' }>;
    expect(line.headers[0]?.[1]).toMatch(/^sid=\[redacted:[0-9a-f]{16}\]; HttpOnly; Path=\/$/);
  });

  it('that are no secret stay to the byte', () => {
    const plain = [
      ['MCP-Protocol-Version', '2026-07-28'],
      ['Mcp-Param-Region', 'caf\xe9 \tcr\xe8me'],
      ['Mcp-Name', '=?base64?Y2Fmw6k=?='],
      ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
      ['Accept', 'application/json, text/event-stream'],
      ['WWW-Authenticate', 'Bearer resource_metadata="https://x.example/.well-known/oauth-protected-resource"'],
    ] as const;
    expect(headersAfter(plain)).toEqual(plain);
  });
});

describe('what only looks alike', () => {
  it.each([
    '{"_meta":{"progressToken":"abc-123-def"}}',
    '{"nextCursor":"eyJwYWdlIjoyfQ=="}',
    '{"maxTokens":100,"token_type":"Bearer","token_endpoint":"https://x.example/token"}',
    '{"inputSchema":{"properties":{"password":{"type":"string"},"token":{"enum":["a"]}},"required":["password"]}}',
    '{"code":-32602,"message":"Invalid token: expected a string"}',
    '{"text":"task-list-of-things-to-do-tomorrow, risk-assessment-of-everything"}',
    '{"id":"550e8400-e29b-41d4-a716-446655440000","at":"2026-11-30T12:00:00.000Z"}',
    '{"path":"/home/somebody/projects/a-long-name/src/index.ts"}',
    '{"text":"see https://github.com/a/b?tab=readme and git@github.com:a/b.git or ssh://git@github.com/a"}',
    '{"password":""}',
    '{"token":null,"secret":5}',
    'Basic authentication is needed; a bearer credential is not.',
  ])('stays as it is: %s', (text) => {
    expect(bodyAfter(text)).toBe(text);
  });

  it('is any JSON under plain names', () => {
    const value = fc
      .json({ stringUnit: 'grapheme' })
      .filter((text) => !/=|:\/\/|token|secret|pass|cookie|cred|auth|key/i.test(text));
    fc.assert(
      fc.property(value, (text) => {
        expect(bodyAfter(text)).toBe(text);
      }),
    );
  });

  it('is a known value that is short, or a plain word', () => {
    const headers = [
      ['Cookie', 'lang=english; theme=dark'],
      ['X-Api-Key', 'password'],
    ] as const;
    expect(bodyAfter('english and dark, password and all', {}, headers)).toBe('english and dark, password and all');
  });
});

describe('a redactor', () => {
  it('takes time that grows with the text, not with its square', () => {
    const redactor = aRedactor({ knownValues: [SECRET] });
    const hostile = [
      'a'.repeat(500_000),
      'eyJ-'.repeat(100_000),
      '"'.repeat(200_000),
      'a=b;'.repeat(50_000),
      '://'.repeat(100_000),
      '\\"x'.repeat(100_000),
      '{"a":'.repeat(50_000),
    ];
    const startedAt = performance.now();
    for (const text of hostile) redactor.text(text);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  it('leaves no part of a secret that is split over the events of one stream, where each part gives itself away', () => {
    const redactor = aRedactor({ knownValues: [SECRET] });
    const line = redactor.line({ type: 'event', n: 1, atMs: 1, raw: `data: ${SECRET}\n\ndata: x` });
    expect(JSON.stringify(line)).not.toContain('CANARY');
  });

  it('masks the command line, findings and states as well', () => {
    const redactor = aRedactor({ knownValues: [SECRET] });
    const header = redactor.line({
      type: 'header',
      format: 'mcp-shakedown/recording',
      version: 1,
      tool: { name: 'mcp-shakedown', version: '0.1.0' },
      at: '',
      kind: 'session',
      target: { kind: 'stdio', name: `server --token ${SECRET}` },
    });
    const step = redactor.line({
      type: 'step',
      phase: 'case',
      atMs: 1,
      step: { do: 'read-state', label: 'before' },
      exchanges: [],
      state: { apiKey: 'k-123456789' },
    });
    expect(JSON.stringify([header, step])).not.toMatch(/CANARY|k-123456789/);
  });
});
