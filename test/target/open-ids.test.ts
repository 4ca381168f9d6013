import { describe, expect, it } from 'vitest';
import type { RpcMessage } from '../../src/mcp/json-rpc.js';
import { OpenIds } from '../../src/target/open-ids.js';

const idsOf = (body: unknown): OpenIds =>
  new OpenIds({ method: 'POST', path: '/', headers: [], body: { bytes: Buffer.from(JSON.stringify(body)) } });
const request = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'x' });
const result = (idToken: string | undefined): RpcMessage => ({ kind: 'result', idToken, result: {} });
const error = (idToken: string | undefined): RpcMessage => ({
  kind: 'error',
  idToken,
  code: 1,
  message: '',
  data: undefined,
});

describe('OpenIds', () => {
  it('is answered when the response to its id was seen, and not by another', () => {
    const ids = idsOf(request(1));
    ids.see(result('"1"'));
    ids.see({ kind: 'notification', method: 'x', params: {}, name: undefined });
    expect(ids.answered).toBe(false);
    ids.see(result('1'));
    expect(ids.answered).toBe(true);
  });

  it('is answered when all of a batch was', () => {
    const ids = idsOf([request(1), { jsonrpc: '2.0', method: 'note' }, request(2)]);
    ids.see(result('2'));
    expect(ids.answered).toBe(false);
    ids.see(error('1'));
    expect(ids.answered).toBe(true);
  });

  it.each(['null', undefined])('is answered by an error whose id is %s', (idToken) => {
    const ids = idsOf(request(1));
    ids.see(result(idToken));
    expect(ids.answered).toBe(false);
    ids.see(error(idToken));
    expect(ids.answered).toBe(true);
  });

  it('is never answered where nothing was asked', () => {
    const ids = idsOf({ jsonrpc: '2.0', method: 'note' });
    ids.see(error('null'));
    expect(ids.answered).toBe(false);
  });
});
