import { describe, expect, it } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.js';
import { endpointOf, maskedPart, pathAt, usualHost, withoutConnection } from '../../src/replay/wire-request.js';

const request = (headers: [string, string][], path = '/mcp', body = '') => ({
  method: 'POST',
  path,
  headers,
  body: { bytes: Buffer.from(body) },
});

describe('a recorded request', () => {
  it('leaves behind what belonged to its connection, and keeps the order of the rest', () => {
    const headers = [
      ['Host', '127.0.0.1:4141'],
      ['X-B', '1'],
      ['Connection', 'keep-alive, X-Hop'],
      ['X-Hop', '1'],
      ['content-length', '5'],
      ['Origin', 'http://evil.example'],
      ['X-A', '2'],
    ] as const;
    expect(withoutConnection(headers, undefined)).toEqual([
      ['X-B', '1'],
      ['Origin', 'http://evil.example'],
      ['X-A', '2'],
    ]);
  });

  it('keeps a Host that was sent on purpose, and drops the name that the recorder had', () => {
    const recorded = ['dev.box:4141', 'dev.box:4141', 'evil.example'].map(
      (host) => ({ request: request([['Host', host]]) }) as unknown as Exchange,
    );
    const usual = usualHost(recorded);
    expect(withoutConnection([['Host', 'dev.box:4141']], usual)).toEqual([]);
    expect(withoutConnection([['Host', 'evil.example']], usual)).toEqual([['Host', 'evil.example']]);
  });

  it('goes to the endpoint of the target, and to any other path as it is', () => {
    const endpoint = { recorded: endpointOf('http://127.0.0.1:4000/mcp?a=1'), now: '/v2/mcp' };
    expect(pathAt('/mcp?a=1', endpoint)).toBe('/v2/mcp');
    expect(pathAt('/mcp', endpoint)).toBe('/mcp');
  });

  it('says where a mask is left in it', () => {
    const mask = '[redacted:0123456789abcdef]';
    expect(maskedPart(request([['X-Key', mask]]))).toBe('its header X-Key');
    expect(maskedPart(request([], `/mcp?key=${mask}`))).toBe('its path');
    expect(maskedPart(request([], '/mcp', `{"a":"${mask}"}`))).toBe('its body');
    expect(maskedPart(request([['X-Key', 'redacted']]))).toBeUndefined();
  });
});
