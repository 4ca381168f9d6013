/** Every modern server answers `server/discover` and says which revisions it speaks. */
import type { Check } from '../check.js';
import { describeAnswer } from '../../exchange/answer.js';
import { LATEST_VERSION } from '../../mcp/eras.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import { onCase } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send } from '../kit/steps.js';

/** What is wrong with a DiscoverResult, a phrase each. */
function problems(result: JsonObject): string[] {
  const versions = result['supportedVersions'];
  const isList = Array.isArray(versions) && versions.length > 0 && versions.every((one) => typeof one === 'string');
  const { ttlMs, cacheScope } = result;
  return [
    ...(isList ? [] : ['supportedVersions is no list of strings']),
    ...(isList && !versions.includes(LATEST_VERSION.modern)
      ? [`supportedVersions lacks ${LATEST_VERSION.modern}`]
      : []),
    ...(isObject(result['capabilities']) ? [] : ['capabilities is missing']),
    ...(result['resultType'] === 'complete' ? [] : ['resultType is not "complete"']),
    ...(typeof ttlMs === 'number' && ttlMs >= 0 ? [] : ['ttlMs is missing']),
    ...(cacheScope === 'public' || cacheScope === 'private' ? [] : ['cacheScope is neither public nor private']),
  ];
}

export const discoverRequired: Check = {
  id: 'discover.required',
  title: 'answers server/discover with the versions that it supports',
  layer: 'era-and-version',
  level: 'must',
  kind: 'protocol',
  eras: ['modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 server/discover',
  needs: [],
  safety: 'read-only',
  explain: {
    sends: 'server/discover with a full envelope.',
    right:
      'HTTP 200 with a result: supportedVersions naming 2026-07-28, capabilities, resultType complete, ttlMs, cacheScope.',
    why: 'It is the one call by which a client learns what it may ask for.',
  },
  plan: (era, known) => ({
    cases: [
      {
        subject: { era, transport: known.transport },
        *script() {
          const as = known.config.principals[0]?.name ?? null;
          yield* send('case', rpcRequest({ known, era, session: [] }, 'server/discover'), { as, era });
        },
      },
    ],
  }),
  judge: (evidence) =>
    onCase(evidence, (_exchange, answer) => {
      const { http, rpc, message } = answer;
      const isResult = answer.kind === 'result' && message?.kind === 'result' && (http === undefined || http === 200);
      const wrong = isResult ? problems(isObject(message.result) ? message.result : {}) : [];
      if (isResult && wrong.length === 0) return { status: 'passed', http, rpc };
      return {
        status: 'failed',
        title: isResult
          ? 'Server answered server/discover with an incomplete result'
          : 'Server did not answer server/discover with a result',
        expected: 'HTTP 200 with supportedVersions naming 2026-07-28, capabilities, resultType, ttlMs and cacheScope',
        received: isResult ? wrong.join('; ') : describeAnswer(answer),
        http,
        rpc,
      };
    }),
};
