import { describe, expect, test } from 'vitest';
import { editBody, editHeaders, render } from '../../src/exchange/draft.js';
import type { Request } from '../../src/exchange/exchange.js';
import { withoutHeader } from '../../src/mcp/headers.js';
import { replaceAt } from '../../src/mcp/json-text.js';
import { describeRequest, describeSent } from '../../src/report/describe-sent.js';
import { aCall, aSend, evidenceOf, withValue } from './samples.js';

const call = aCall();

const withBody = (text: string): Request => editBody(call, () => text);

describe('a header that must mirror the body', () => {
  test('is shown with what the body says', () => {
    expect(describeRequest(withValue(call, 'Mcp-Name', 'delete_draft'), call)).toBe(
      'Mcp-Name: delete_draft      body: params.name = "create_draft"',
    );
  });

  test('is told without a control too', () => {
    expect(describeRequest(withValue(call, 'MCP-Protocol-Version', '2025-11-25'))).toBe(
      'MCP-Protocol-Version: 2025-11-25      body: _meta version = "2026-07-28"',
    );
  });

  test('is missed by its name', () => {
    expect(
      describeRequest(
        editHeaders(call, (headers) => withoutHeader(headers, 'Mcp-Method')),
        call,
      ),
    ).toBe('no Mcp-Method');
  });

  test('is shown as often as it was sent', () => {
    const twice = editHeaders(call, (headers) => [...headers, ['Mcp-Name', 'echo']]);
    expect(describeRequest(twice, call)).toBe(
      'Mcp-Name: create_draft, again Mcp-Name: echo      body: params.name = "create_draft"',
    );
  });

  test('is as usual where its value is the same in Base64', () => {
    const encoded = `=?base64?${Buffer.from('create_draft').toString('base64')}?=`;
    expect(describeRequest(withValue(call, 'Mcp-Name', encoded))).toBe('tools/call create_draft {"title":"T"}');
  });

  test('of a resource mirrors its address', () => {
    const read = render({
      era: 'modern',
      path: '/mcp',
      idToken: '1',
      method: 'resources/read',
      params: { uri: 'drafts://1' },
    });
    expect(describeRequest(withValue(read, 'Mcp-Name', 'drafts://2'))).toContain('body: params.uri = "drafts://1"');
  });
});

describe('any other header', () => {
  test('is told where it is not as in the control', () => {
    expect(describeRequest(withValue(call, 'Origin', 'http://evil.example'), call)).toBe('Origin: http://evil.example');
    expect(describeRequest(withValue(call, 'Content-Type', ''), call)).toBe('Content-Type: (empty)');
  });

  test('never shows a credential', () => {
    const text = describeRequest(withValue(call, 'Authorization', 'Bearer forged-0123456789'), call);
    expect(text).toBe('Authorization: another value');
  });

  test('is no news where it is the id of another session', () => {
    const [now, then] = ['one', 'two'].map((id) => withValue(call, 'Mcp-Session-Id', id));
    expect(describeRequest(now ?? call, then)).toBe('tools/call create_draft {"title":"T"}');
  });
});

describe('a body', () => {
  test('is told by the paths in which it differs from the control', () => {
    const other = aCall({ title: 5, 'no such': true });
    expect(describeRequest(other, call)).toBe('body: params.arguments.title = 5, params.arguments["no such"] = true');
  });

  test('is compared as text, so that numbers which parse alike are told apart', () => {
    const one = editBody(call, (text) => replaceAt(text, ['params', 'arguments', 'title'], '1'));
    const exact = editBody(call, (text) => replaceAt(text, ['params', 'arguments', 'title'], '1.0'));
    expect(describeRequest(exact, one)).toBe('body: params.arguments.title = 1.0');
  });

  test('shows what is left out, and a key that stands twice', () => {
    const twice = withBody(
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft","name":"echo"}}',
    );
    const once = withBody('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft"}}');
    expect(
      describeRequest(
        editHeaders(twice, () => []),
        editHeaders(once, () => []),
      ),
    ).toBe('body: params.name again = "echo"');
    expect(
      describeRequest(
        editHeaders(once, () => []),
        editHeaders(twice, () => []),
      ),
    ).toBe('body: no params.name again');
  });

  test('that differs in many places names three of them', () => {
    const text = describeRequest(aCall({ a: 1, b: 2, c: 3, d: 4 }), aCall({}));
    expect(text).toBe('body: params.arguments.a = 1, params.arguments.b = 2, params.arguments.c = 3, and 1 more');
  });

  test('that is no JSON-RPC is told by its length and beginning, made inert', () => {
    expect(describeRequest(withBody('{"jsonrpc":\u001b[2J'))).toContain(
      '15 bytes that are no JSON: {"jsonrpc":\\x1b[2J',
    );
    expect(describeRequest(editHeaders(withBody('[1]'), () => []))).toBe('a batch of 1: [1]');
    expect(describeRequest(editHeaders(withBody(''), () => []))).toBe('no body');
  });
});

test('an unusual verb is told first', () => {
  expect(
    describeRequest({ method: 'DELETE', path: '/mcp', headers: [['Host', 'x']], body: { bytes: Buffer.alloc(0) } }),
  ).toBe('DELETE /mcp      no body');
});

describe('the steps of a case', () => {
  test('a request that was given up says after how long', () => {
    const evidence = evidenceOf([
      aSend('usual', call),
      { do: 'read-state', label: 'before' },
      aSend('case', call, { background: true }),
      { do: 'wait', ms: 100, why: 'the caller loses patience' },
      { do: 'abandon', label: 'case' },
      { do: 'wait', ms: 1000, why: 'a late write would land now' },
      { do: 'read-state', label: 'after' },
      { do: 'settle', label: 'case' },
    ]);
    expect(describeSent(evidence)).toEqual(['tools/call create_draft {"title":"T"}', 'given up after 20 ms']);
  });

  test('a connection that is only cleared away at the end is no step', () => {
    const cancelled = render({
      era: 'legacy',
      path: '/mcp',
      method: 'notifications/cancelled',
      params: { requestId: 1 },
    });
    const evidence = evidenceOf([
      aSend('case', call, { background: true }),
      aSend('cancel', cancelled),
      { do: 'wait', ms: 1000, why: 'a late write would land now' },
      { do: 'abandon', label: 'case' },
      { do: 'settle', label: 'case' },
    ]);
    expect(describeSent(evidence)).toEqual([
      'tools/call create_draft {"title":"T"}',
      'notifications/cancelled, 10 ms later',
    ]);
  });

  test('a long sequence is cut, and says so', () => {
    const evidence = evidenceOf(Array.from({ length: 10 }, (_, i) => aSend(`step ${i}`, call)));
    expect(describeSent(evidence)).toHaveLength(6);
    expect(describeSent(evidence).at(-1)).toBe('and 5 more steps, which the recording has');
  });

  test('what the case changed is held against its control', () => {
    const control = evidenceOf([aSend('control', call)]);
    expect(describeSent(evidenceOf([aSend('case', aCall({ title: null }))]), control)).toEqual([
      'body: params.arguments.title = null',
    ]);
  });

  test('headers, which go nowhere on stdio, are no news there', () => {
    const evidence = evidenceOf([aSend('case', withValue(aCall({ title: 5 }), 'MCP-Protocol-Version', '2099-01-01'))], {
      transport: 'stdio',
    });
    expect(describeSent(evidence, evidenceOf([aSend('control', call)]))).toEqual(['body: params.arguments.title = 5']);
  });
});
