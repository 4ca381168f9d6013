/** Which eras an answer speaks for. Source: 2026-07-28 basic/versioning § Compatibility Matrix. */
import { expect, test } from 'vitest';
import { legacyEra, modernEra } from '../../src/engine/eras.js';
import { initializeRequest } from '../../src/engine/session.js';
import { anExchange, aRequest, error, result, type Answered } from './samples.js';

const MODERN = ['2026-07-28'];
const discovered = { supportedVersions: MODERN, capabilities: {}, resultType: 'complete' };
const unsupported = { code: -32022, message: 'no', data: { supported: ['2026-07-28', '2027-03-01'], requested: 'x' } };

test.each<[string, Answered | undefined, readonly string[] | undefined]>([
  ['a result that names its versions', result(discovered), MODERN],
  ['a result that names none, and says what kind of result it is', result({ resultType: 'complete' }), MODERN],
  ['a result that names legacy versions only', result({ supportedVersions: ['2025-11-25'], resultType: 'x' }), MODERN],
  ['an empty result, as a legacy server gives to anything', result({}), undefined],
  [
    '400 with -32022 and its list',
    { status: 400, json: { jsonrpc: '2.0', id: 1, error: unsupported } },
    ['2026-07-28', '2027-03-01'],
  ],
  ['400 with -32022 and no list', error(-32022), MODERN],
  ['400 with -32020', error(-32020), MODERN],
  ['400 with -32021', error(-32021), MODERN],
  ['404 with -32601', error(-32601, 404), MODERN],
  ['200 with -32601, as a legacy server says it', error(-32601, 200), undefined],
  ['400 with -32600', error(-32600), undefined],
  ['400 with -32000', error(-32000), undefined],
  ['401 without a body', { status: 401, text: '' }, undefined],
  ['404 of a web server', { status: 404, text: '<html>' }, undefined],
  ['200 with a page', { status: 200, text: '<html>' }, undefined],
  ['nothing', undefined, undefined],
])('server/discover answered with %s', (_what, answered, versions) => {
  expect(modernEra(anExchange(aRequest(), answered))?.versions).toEqual(versions);
});

const opened = (protocolVersion: unknown) => result({ protocolVersion, capabilities: {}, serverInfo: {} }, 0);

test.each<[string, Answered | undefined, readonly string[] | undefined]>([
  ['the version that was asked for', opened('2025-11-25'), ['2025-11-25']],
  ['an older version', opened('2024-11-05'), ['2024-11-05']],
  ['a modern version, which has no handshake', opened('2026-07-28'), undefined],
  ['a version that is no text', opened(7), undefined],
  ['a result without a version', result({}, 0), undefined],
  ['400 with -32022', error(-32022, 400, 0), undefined],
  ['an empty body', { status: 200, text: '' }, undefined],
  ['nothing', undefined, undefined],
])('initialize answered with %s', (_what, answered, versions) => {
  expect(legacyEra(anExchange(initializeRequest('/mcp'), answered))?.versions).toEqual(versions);
});
