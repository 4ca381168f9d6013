/** A refusal says something about the arguments only where nothing else about the request could be refused. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { headerMutations } from '../../../generators/headers/index.js';
import { readRequest } from '../../../src/checks/kit/reading.js';
import { isWellFormed } from '../../../src/checks/kit/well-formed.js';
import { editBody, editHeaders } from '../../../src/exchange/draft.js';
import type { Request, Transport } from '../../../src/exchange/exchange.js';
import { withHeader, withoutHeader } from '../../../src/mcp/headers.js';
import { aRequest } from '../../engine/samples.js';

const CALL = aRequest({ method: 'tools/call', params: { name: 'echo', arguments: { text: 'x' } } });
const ok = (request: Request, transport: Transport = 'http', era: 'modern' | 'legacy' = 'modern') =>
  isWellFormed({ request, transport, era });

test('a correct request of either era is well formed', () => {
  expect(ok(CALL)).toBe(true);
  expect(ok(CALL, 'stdio')).toBe(true);
  expect(ok(aRequest())).toBe(true);
  expect(ok(aRequest({ era: 'legacy', method: 'ping' }), 'http', 'legacy')).toBe(true);
});

test.each(['mcp-protocol-version', 'mcp-method', 'mcp-name'])('without %s it is not, over HTTP', (name) => {
  const lacking = editHeaders(CALL, (list) => withoutHeader(list, name));
  expect(ok(lacking)).toBe(false);
  expect(ok(lacking, 'stdio')).toBe(true);
});

test.each<[string, (text: string) => string]>([
  ['an envelope that is an array', (text) => text.replace('"_meta":{', '"_meta":[],"x":{')],
  ['no envelope', (text) => text.replace('"_meta"', '"meta"')],
  ['no capabilities', (text) => text.replace('clientCapabilities', 'other')],
  ['a client without a version', (text) => text.replace(/"version":"[^"]*"/, '"v":"1"')],
  ['a fractional id', (text) => text.replace('"id":1', '"id":1.5')],
  ['an id beyond 2^53', (text) => text.replace('"id":1', '"id":9007199254740993')],
  ['a null id', (text) => text.replace('"id":1', '"id":null')],
  ['an id that is the empty string', (text) => text.replace('"id":1', '"id":""')],
  ['a key that stands twice', (text) => text.replace('"id":1', '"id":1,"id":1')],
  ['a batch', (text) => `[${text}]`],
  ['no JSON', (text) => text.slice(1)],
])('%s is not, on either transport', (_what, edit) => {
  const edited = editBody(CALL, edit);
  expect(edited.body.bytes.equals(CALL.body.bytes)).toBe(false);
  expect(ok(edited)).toBe(false);
  expect(ok(edited, 'stdio')).toBe(false);
});

test('mirrored arguments count among the headers', () => {
  const inputSchema = { type: 'object', properties: { region: { type: 'string', 'x-mcp-header': 'Region' } } };
  const definition = { name: 'report', inputSchema };
  const call = aRequest({ method: 'tools/call', params: { name: 'report', arguments: { region: 'eu' } }, definition });
  const judged = (request: Request) => isWellFormed({ request, transport: 'http', era: 'modern' }, definition);
  expect(judged(call)).toBe(true);
  expect(judged(editHeaders(call, (list) => withoutHeader(list, 'mcp-param-region')))).toBe(false);
  expect(judged(editHeaders(call, (list) => withHeader(list, 'Mcp-Param-Region', 'us')))).toBe(false);
});

test('a mutation of headers that is meant to change nothing leaves a request well formed or readable as before', () => {
  const context = { toolNames: ['echo', 'other'], methods: ['tools/list'], era: 'modern', transport: 'http' } as const;
  fc.assert(
    fc.property(headerMutations(context), (mutation) => {
      const mutated = mutation.apply(CALL);
      const [before, after] = [readRequest(CALL), readRequest(mutated)];
      expect(after?.rpc).toEqual(before?.rpc);
      if (mutation.neutral) expect(after).toEqual(before);
    }),
  );
});
