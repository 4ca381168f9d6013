import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseConfigFile, parseText } from '../../src/config/parse.js';

const FILE = 'shakedown.config.yaml';
const parse = (text: string, env: Record<string, string> = {}) => parseConfigFile(text, FILE, env);

/** Every key that a file may have. */
const EVERYTHING = `
target: { url: http://127.0.0.1:4000/mcp }
eras: [legacy, modern]
principals:
  writer: { headers: { Authorization: "Bearer \${WRITER_TOKEN}" }, tools: [list_drafts, create_draft] }
  reader: { token: { scopes: [drafts:read], subject: r-1 } }
lists: shakedown.lists
allowWrites: false
tools:
  create_draft: { run: true, arguments: { title: T, body: B }, slowMs: 300, dedupeBy: [idempotencyKey] }
state: { url: http://127.0.0.1:4000/admin/state, settleMs: 700 }
forbid: [ "$.drafts[?(@.status!='draft')]" ]
reset: { url: http://127.0.0.1:4000/admin/reset, method: POST }
open: [tools/list]
shared: [drafts]
origins: [http://127.0.0.1:4000]
publicUrl: https://drafts.example/mcp
pid: 4711
trigger: { listChanged: { command: [touch, reload] } }
issuer:
  port: 9911
  audience: http://127.0.0.1:4000/mcp
  scopes: [drafts:read, drafts:write]
  scopeImplies: { "drafts:write": [drafts:read] }
downstream: { port: 9912 }
canary: { path: /srv/secret.txt, contains: XYZ }
volatile: [ "$.result.structuredContent.createdAt" ]
redact: { headers: [x-api-key], json: [ "$.params.arguments.password" ] }
timeoutMs: 10000
expect: { "tools.unknown-tool": divergence }
`;

describe('a configuration file', () => {
  it('may say everything that is documented, in YAML or in JSON', () => {
    const env = { WRITER_TOKEN: 'w-token' };
    const read = parse(EVERYTHING, env);
    expect(read.principals?.['writer']?.headers).toEqual({ Authorization: 'Bearer w-token' });
    expect(read.issuer?.scopeImplies).toEqual({ 'drafts:write': ['drafts:read'] });
    expect(parseConfigFile(JSON.stringify(read), 'shakedown.config.json', env)).toEqual(read);
  });

  it('may be empty', () => {
    expect(parse('')).toEqual({});
    expect(parse('# nothing yet\n')).toEqual({});
  });

  it('may take numbers and flags out of the environment', () => {
    expect(parse('pid: ${PID}\nallowWrites: ${W}', { PID: '4711', W: 'true' })).toEqual({
      pid: 4711,
      allowWrites: true,
    });
  });

  it.each([
    ['allowWrite: true', 'unknown key "allowWrite"; the nearest known one is "allowWrites".'],
    ['tools: { x: { slowMS: 3 } }', 'unknown key "slowMS" in tools.x; the nearest known one is "slowMs".'],
    ['state: { url: x, tol: 3 }', 'unknown key "tol" in state; the nearest known one is "tool".'],
    [
      'principals: { a: { header: { A: b } } }',
      'unknown key "header" in principals.a; the nearest known one is "headers".',
    ],
    ['eras: [moderm]', 'eras[0] is "moderm", expected one of legacy, modern; the nearest is modern.'],
    ['eras: []', 'eras has too few entries, expected at least 1.'],
    ['forbid: x', 'forbid is a text, expected a list.'],
    ['tools: [x]', 'tools is a list, expected a group of keys.'],
    ['principals: { a: { headers: { X: [hunter22] } } }', 'principals.a.headers.X is a list, expected a text.'],
    ['timeoutMs: soon', 'timeoutMs is a text, expected a number.'],
    ['timeoutMs: 0', 'timeoutMs is 0, expected at least 1.'],
    ['timeoutMs: 1.5', 'timeoutMs is a number, expected a whole number.'],
    ['downstream: { port: 70000 }', 'downstream.port is 70000, expected at most 65535.'],
    ['downstream: {}', 'downstream.port is missing, expected a number.'],
    [
      'expect: { "tools.x": divergense }',
      'expect."tools.x" is "divergense", expected one of must, declared, should, heuristic, divergence, info; the nearest is divergence.',
    ],
    ['- a', 'the file is a list, expected a group of keys.'],
    [
      'principals: { a: { headers: { A: "Bearer ${NO_SUCH}" } } }',
      'principals.a.headers.A needs the environment variable NO_SUCH, which is not set. Set it, or write ${NO_SUCH:-a default}.',
    ],
  ])('that says %j is refused in one sentence', (text, sentence) => {
    expect(() => parse(text)).toThrow(
      expect.objectContaining({ name: 'UserError', message: `${FILE}: ${sentence}`, exitCode: 2 }),
    );
  });

  it.each([
    ['a: 1\na: 2', FILE, /^shakedown\.config\.yaml, line 2, column 1: not valid YAML: Map keys must be unique\.$/],
    ['target:\n\turl: x', FILE, /^shakedown\.config\.yaml, line 2, column 1: not valid YAML: Tabs are not allowed/],
    ['a: *b', FILE, /^shakedown\.config\.yaml: not valid YAML: Unresolved alias/],
    ['{"a": 1,\n "b" 2}', 'x.json', /^x\.json, line 2, column \d+: not valid JSON: /],
  ])('that is no YAML or JSON is refused with the line: %j', (text, file, why) => {
    expect(() => parseText(text, file)).toThrow(why);
  });

  it('is read, or refused in one sentence, whatever it holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc
            .dictionary(fc.constantFrom('target', 'state', 'tools', 'eras', 'forbid', 'expect'), fc.jsonValue())
            .map((one) => JSON.stringify(one)),
        ),
        (text) => {
          try {
            parse(text);
          } catch (error) {
            expect(error).toMatchObject({ name: 'UserError' });
            expect((error as Error).message).not.toMatch(/\n|undefined|\[object/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
