/** The exemplar of a check's own test: a broken server, a sound one, and each answer that the specification permits. */
import { expect, test } from 'vitest';
import { nameMismatch } from '../../../src/checks/header/name-mismatch.js';
import { render } from '../../../src/exchange/draft.js';
import type { Request } from '../../../src/exchange/exchange.js';
import { encodeHeaderValue, withHeader, withoutHeader } from '../../../src/mcp/headers.js';
import { broken, sound, type Refusal } from '../../servers/sound/behaviour.js';
import nameIgnored from '../../servers/broken/header.name-mismatch.js';
import { overHttp, told } from '../../engine/run.js';

const ID = 'header.name-mismatch';
const probed = async (behaviour = sound) =>
  told({ ...(await overHttp({ behaviour })), eras: ['modern'], checks: [ID] });

const answering = (refusal: Refusal) =>
  broken({
    nameHeader: (asked) => (sound.nameHeader(asked) === undefined ? undefined : refusal),
  });

test('a server that never compares Mcp-Name is found, with what was sent and what came', async () => {
  const { findings, found, rows } = await probed(broken(nameIgnored.breaks));
  expect(findings).toMatchObject([
    {
      check: ID,
      level: 'must',
      kind: 'protocol',
      confidence: 'confirmed',
      tool: 'list_drafts',
      title: 'Server accepted a call whose Mcp-Name differs from the body',
      expected: 'HTTP 400 with -32020',
      received: 'HTTP 200 with a result',
      mutations: ['swap-name-header'],
    },
  ]);
  expect(rows).toMatchObject([{ id: ID, status: 'failed', http: 200, statusAllowed: false }]);
  const [sent] = found[0]?.evidence.steps.flatMap(({ exchanges }) => exchanges) ?? [];
  expect(sent?.request.headers).toContainEqual(['Mcp-Name', 'create_draft']);
  expect(sent?.request.body.bytes.toString()).toContain('"name":"list_drafts"');
  expect(found[0]?.control?.steps).toHaveLength(1);
});

test('a sound server passes, and neither tool runs', async () => {
  const { findings, rows } = await probed();
  expect(findings).toEqual([]);
  expect(rows).toMatchObject([{ id: ID, status: 'passed', http: 400, rpc: -32020, reason: '' }]);
});

test('a refusal with the right code and another status is found, each half judged on its own', async () => {
  const { findings, rows } = await probed(answering({ status: 200, code: -32020, message: 'no' }));
  expect(findings).toMatchObject([{ check: ID, received: 'HTTP 200 with -32020' }]);
  expect(rows).toMatchObject([{ status: 'failed', statusAllowed: false, codeAllowed: true }]);
});

test('a refusal with the right status and another code is found', async () => {
  const { rows } = await probed(answering({ status: 400, code: -32602, message: 'no' }));
  expect(rows).toMatchObject([{ status: 'failed', statusAllowed: true, codeAllowed: false }]);
});

test('where the call is refused unchanged as well, nothing is said', async () => {
  const refusal = { status: 400, code: -32603, message: 'no' };
  const refusesCalls = broken({ nameHeader: ({ message }) => (message.method === 'tools/call' ? refusal : undefined) });
  const { findings, rows } = await probed(refusesCalls);
  expect(findings).toEqual([]);
  expect(rows).toMatchObject([{ id: ID, status: 'not-testable' }]);
});

const call = render({
  era: 'modern',
  path: '/mcp',
  idToken: '1',
  method: 'tools/call',
  params: { name: 'straße', arguments: {} },
});
const named = (value: string): Request => ({ ...call, headers: withHeader(call.headers, 'Mcp-Name', value) });

test.each<[string, Request, boolean]>([
  ['the right name, in Base64', call, false],
  ['the right name, with spaces around it', named(` ${encodeHeaderValue('straße')}\t`), false],
  ['another name', named('other'), true],
  ['another letter case', named(encodeHeaderValue('Straße')), true],
  ['no name at all, which is a rule of its own', { ...call, headers: withoutHeader(call.headers, 'mcp-name') }, false],
  ['Base64 that is malformed, which is a rule of its own', named('=?base64?*?='), false],
  ['two names, on which the text is silent', { ...call, headers: [...call.headers, ['Mcp-Name', 'other']] }, false],
])('in a campaign: %s', (_what, request, isFault) => {
  expect(nameMismatch.fault?.present(request, { era: 'modern', transport: 'http' })).toBe(isFault);
});
