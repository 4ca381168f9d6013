import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRpc, type RpcRequest } from '../../src/mcp/json-rpc.js';
import { auditEntriesOf, auditLine, type AuditEntry } from '../../src/proxy/audit.js';
import { createRedactor } from '../../src/recording/redaction/redactor.js';

const REDACTOR = createRedactor({ key: Buffer.alloc(32, 7), knownValues: ['CANARY-77-secret'] });

function requestFrom(text: string): RpcRequest {
  const content = readRpc(text);
  if (content.kind !== 'single' || content.message.kind !== 'request') throw new Error('no request');
  return content.message;
}

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  at: '2026-11-30T17:40:01.120Z',
  principal: 'writer',
  era: 'modern',
  request: requestFrom('{"id":2,"method":"tools/call","params":{"name":"create_draft"}}'),
  http: 499,
  outcome: 'aborted-by-client',
  errorCode: undefined,
  durationMs: 101,
  traceparent: null,
  ...more,
});

describe('an audit line', () => {
  it('is as the contract shows it', () => {
    expect(auditLine(entry(), REDACTOR)).toBe(
      '{"at":"2026-11-30T17:40:01.120Z","principal":"writer","id":2,"method":"tools/call","tool":"create_draft","era":"modern","http":499,"outcome":"no result","durationMs":101,"traceparent":null}',
    );
  });

  it('has the id as it was sent', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.bigInt().map(String),
          fc.constantFrom('1e3', '1.0', 'null'),
          fc.string().map((id) => JSON.stringify(id)),
        ),
        (token) => {
          const request = requestFrom(`{"id":${token},"method":"ping"}`);
          const line = auditLine(entry({ request }), createRedactor({ key: Buffer.alloc(32) }));
          expect(line).toContain(`"id":${token},"method":"ping","tool":null`);
          expect(() => JSON.parse(line)).not.toThrow();
        },
      ),
    );
  });

  it.each([
    ['ok', undefined, 'ok'],
    ['tool-error', undefined, 'tool error'],
    ['protocol-error', -32602, 'error -32602'],
    ['no-result', undefined, 'no result'],
    ['aborted-by-client', undefined, 'no result'],
    ['truncated-by-server', undefined, 'no result'],
    ['unreachable', undefined, 'no result'],
  ] as const)('words the outcome %s', (outcome, errorCode, words) => {
    expect(JSON.parse(auditLine(entry({ outcome, errorCode }), REDACTOR))).toMatchObject({ outcome: words });
  });

  it('shows no secret that was used as a name', () => {
    const request = requestFrom('{"id":"CANARY-77-secret","method":"tools/call","params":{"name":"CANARY-77-secret"}}');
    expect(auditLine(entry({ request, traceparent: 'CANARY-77-secret' }), REDACTOR)).not.toContain('CANARY');
  });
});

describe('the audit of an exchange', () => {
  const about = { at: '', principal: 'writer', headers: [['traceparent', '00-header']] as const, http: 200 };

  it('has an entry for each request of a batch, with its own outcome', () => {
    const content = readRpc(
      '[{"id":1,"method":"a"},{"method":"n"},{"id":2,"method":"b","params":{"_meta":{"traceparent":"00-meta"}}},{"id":3,"method":"c"}]',
    );
    const answers = readRpc('[{"id":2,"error":{"code":-32602}},{"id":1,"result":{}}]');
    const messages = answers.kind === 'batch' ? answers.messages.filter((one) => one !== undefined) : [];
    const entries = auditEntriesOf(
      { era: 'legacy', content, messages, outcome: 'ok', status: 200, durationMs: 5 },
      about,
    );
    expect(
      entries.map(({ request, outcome, errorCode, traceparent }) => [request.method, outcome, errorCode, traceparent]),
    ).toEqual([
      ['a', 'ok', undefined, '00-header'],
      ['b', 'protocol-error', -32602, '00-meta'],
      ['c', 'no-result', undefined, '00-header'],
    ]);
  });

  it('has none for a notification, a reply, or what is no JSON-RPC', () => {
    for (const text of ['{"method":"n"}', '{"id":1,"result":{}}', 'hello', '[]']) {
      const ended = {
        era: 'legacy',
        content: readRpc(text),
        messages: [],
        outcome: 'ok',
        status: 200,
        durationMs: 5,
      } as const;
      expect(auditEntriesOf(ended, about)).toEqual([]);
    }
  });
});
