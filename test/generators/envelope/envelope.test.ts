import { describe, expect, it } from 'vitest';
import { ENVELOPE_MUTATORS, envelopeMutators } from '../../../generators/envelope/index.js';
import { rpcOf, textOf, type Request } from '../../../src/exchange/exchange.js';
import { META_CAPABILITIES, META_CLIENT, META_VERSION } from '../../../src/mcp/envelope.js';
import { header } from '../../../src/mcp/headers.js';
import { isObject, type JsonObject } from '../../../src/mcp/json-rpc.js';
import { context, mutated, sampleCall } from '../sample-call.js';

const by = (name: string, transport: 'http' | 'stdio' = 'http'): Request[] =>
  ENVELOPE_MUTATORS.filter((one) => one.name === name).flatMap((one) => mutated(one, { transport }));

const paramsOf = (request: Request): JsonObject => (JSON.parse(textOf(request.body)) as { params: JsonObject }).params;
const metaOf = (request: Request): unknown => paramsOf(request)['_meta'];
const memberOf = (request: Request, key: string): unknown => {
  const meta = metaOf(request);
  return isObject(meta) ? meta[key] : undefined;
};

const agree = (one: Request): boolean => header(one.headers, 'MCP-Protocol-Version') === memberOf(one, META_VERSION);

describe('an envelope mutation', () => {
  it.each(ENVELOPE_MUTATORS.map(({ name }) => name))(
    '%s changes the envelope and neither tool, arguments nor id',
    (name) => {
      const { _meta: before, ...rest } = paramsOf(sampleCall());
      expect(by(name).length).toBeGreaterThan(0);
      for (const request of by(name)) {
        const { _meta: after, ...others } = paramsOf(request);
        expect(others).toEqual(rest);
        expect(after).not.toEqual(before);
        expect(rpcOf(request)).toMatchObject({ kind: 'single', message: { kind: 'request', idToken: '7' } });
      }
    },
  );

  it.each([
    ['drop-meta-version', META_VERSION],
    ['drop-capabilities', META_CAPABILITIES],
    ['drop-client-info', META_CLIENT],
  ])('%s leaves out %s alone', (name, key) => {
    const { [key]: _, ...rest } = metaOf(sampleCall()) as JsonObject;
    expect(by(name).map(metaOf)).toEqual([rest]);
  });

  it('drop-meta leaves out all of it', () => {
    expect(by('drop-meta').map((request) => '_meta' in paramsOf(request))).toEqual([false]);
  });

  it('wrong types are wrong', () => {
    expect(by('wrong-type-version').filter((one) => typeof memberOf(one, META_VERSION) === 'string')).toEqual([]);
    expect(by('wrong-type-capabilities').filter((one) => isObject(memberOf(one, META_CAPABILITIES)))).toEqual([]);
    expect(by('wrong-type-meta').filter((one) => isObject(metaOf(one)))).toEqual([]);
  });

  it('swap-meta-version makes header and envelope disagree, swap-protocol-version keeps them together', () => {
    expect(by('swap-meta-version').map(agree)).not.toContain(true);
    expect(by('swap-protocol-version').map(agree)).not.toContain(false);
  });

  it('touches no header on stdio', () => {
    for (const one of by('swap-protocol-version', 'stdio')) expect(one.headers).toEqual(sampleCall().headers);
  });

  it('is not there in the legacy era', () => {
    expect(envelopeMutators({ ...context, era: 'legacy' })).toEqual([]);
  });

  it('is neutral only where the specification leaves it to the client', () => {
    const neutral = ENVELOPE_MUTATORS.filter((one) => one.neutral).map(({ name }) => name);
    expect(neutral).toEqual(['unknown-meta-key', 'drop-client-info']);
  });
});
