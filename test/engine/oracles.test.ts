/** What speaks against a server in one fuzzed exchange, and what does not. */
import { expect, test } from 'vitest';
import { CHECKS } from '../../src/checks/list.js';
import { suspicionsOf } from '../../src/engine/oracles.js';
import { editBody, editHeaders } from '../../src/exchange/draft.js';
import type { Exchange, Request } from '../../src/exchange/exchange.js';
import { withHeader, withoutHeader } from '../../src/mcp/headers.js';
import { TOOLS } from '../servers/sound/behaviour.js';
import { anExchange, aRequest, error, evidenceOf, result, type Answered, type Around } from './samples.js';
import { aConfig } from './run.js';

const definition = TOOLS[1]?.definition;
const subject = { tool: 'create_draft', definition };

const call = (args: Record<string, unknown>): Request =>
  aRequest({ method: 'tools/call', params: { name: 'create_draft', arguments: args } });
const GOOD = call({ title: 'T', body: 'B' });
const BAD = call({ title: 7, body: 'B' });

const without = (request: Request, name: string) => editHeaders(request, (list) => withoutHeader(list, name));
const named = (request: Request, name: string, value: string) =>
  editHeaders(request, (list) => withHeader(list, name, value));
const TOOL_ERROR = result({ content: [], isError: true });

function suspected(exchange: Exchange, around: Around = {}, chosen?: string): string[] {
  const checks = chosen === undefined ? CHECKS : CHECKS.filter(({ id }) => id === chosen);
  const evidence = evidenceOf(exchange, { alive: true, ...around, subject: { ...subject, ...around.subject } });
  return suspicionsOf(evidence, checks, { config: aConfig() }).map(({ check }) => check.id);
}
const answered = (request: Request, answer?: Answered) => suspected(anExchange(request, answer));

test('a correct call that is answered with a fitting result raises no suspicion', () => {
  expect(answered(GOOD, result({ structuredContent: { title: 'T', status: 'draft' } }))).toEqual([]);
});

test('a result that does not fit the output schema does', () => {
  expect(answered(GOOD, result({ structuredContent: { title: 7 } }))).toEqual(['tools.output-schema']);
});

test('one fault refused otherwise than its rule says is suspected', () => {
  expect(answered(without(GOOD, 'mcp-method'), error(-32602))).toEqual(['header.method-missing']);
});

test.each([-32020, -32602])('of two faults, the answer to either is right: %d', (code) => {
  const both = without(
    editBody(GOOD, (text) => text.replace(/,"io.modelcontextprotocol\/clientCapabilities":\{\}/, '')),
    'mcp-method',
  );
  expect(both.body.bytes.length).toBeLessThan(GOOD.body.bytes.length);
  expect(answered(both, error(code))).toEqual([]);
  expect(answered(both, error(-32600))).not.toEqual([]);
});

test('a second fault counts even where its check was not chosen', () => {
  const both = named(without(GOOD, 'mcp-method'), 'MCP-Protocol-Version', '2025-11-25');
  const exchange = anExchange(both, error(-32022));
  expect(suspected(exchange, {}, 'header.method-missing')).toEqual([]);
});

test('a request that a mutation made one of the legacy era is not judged by modern rules', () => {
  const bare = editBody(without(BAD, 'mcp-protocol-version'), (text) => text.replace(/,"_meta":\{.*\}\}\}/, '}}'));
  expect(answered(bare, result({ structuredContent: { title: 'T', status: 'draft' } }))).toEqual([]);
});

test('invalid arguments are found out by the bytes, whatever they were meant to be', () => {
  expect(answered(BAD, result({ structuredContent: { title: 'T', status: 'x' } }))).toContain(
    'tools.invalid-args-accepted',
  );
  expect(answered(BAD, TOOL_ERROR)).toEqual([]);
  expect(answered(BAD, error(-32602, 200))).toEqual([]);
  expect(answered(BAD, error(-32603, 200))).toContain('tools.invalid-args-no-protocol-500');
});

test('valid arguments that are called invalid are suspected only where nothing else is wrong', () => {
  expect(answered(GOOD, error(-32602, 200))).toEqual(['tools.valid-args-accepted']);
  expect(answered(named(GOOD, 'Mcp-Name', 'other'), error(-32602))).toEqual(['header.name-mismatch']);
});

test('a refusal that changed the storage is suspected, and one that did not is not', () => {
  const exchange = anExchange(BAD, error(-32602, 200));
  const [before, after] = [{ drafts: [] }, { drafts: [{ status: 'draft' }] }];
  expect(suspected(exchange, { before, after })).toContain('state.refused-write-nothing');
  expect(suspected(exchange, { before, after: before })).toEqual([]);
  expect(suspected(anExchange(BAD, TOOL_ERROR), { before, after })).toEqual(['state.tool-error-writes-nothing']);
  expect(suspected(anExchange(GOOD, TOOL_ERROR), { before, after })).toEqual([]);
});

test('what the owner forbids is suspected after an accepted call as well', () => {
  const exchange = anExchange(GOOD, result({ structuredContent: { title: 'T', status: 'published' } }));
  const state = { before: { drafts: [] }, after: { drafts: [{ status: 'published' }] } };
  expect(suspected(exchange, state)).toEqual(['state.forbidden-effect']);
});

const silent = (request: Request, transport: 'http' | 'stdio'): Exchange => ({
  ...anExchange(request),
  transport,
  error: 'no answer within 10 ms',
});

test('silence is a hang over HTTP; on stdio only where the line was well formed', () => {
  const lonely = editBody(GOOD, (text) => text.replace('"_meta":{', '"_meta":[],"x":{'));
  expect(suspected(silent(GOOD, 'http'))).toEqual(['robust.hang']);
  expect(suspected(silent(lonely, 'http'))).toEqual(['robust.hang']);
  expect(suspected(silent(GOOD, 'stdio'))).toEqual(['robust.hang']);
  expect(suspected(silent(lonely, 'stdio'))).toEqual([]);
});

test('a server that is gone afterwards is suspected whatever it answered', () => {
  const exchange = anExchange(GOOD, result({ structuredContent: { title: 'T', status: 'draft' } }));
  expect(suspected(exchange, { alive: false })).toEqual(['robust.crash']);
});
