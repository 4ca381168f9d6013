/** A legacy `initialize` that asks for an unknown version is answered with a version that the server supports. */
import type { Check } from '../check.js';
import { matchAnswer } from '../../exchange/accept.js';
import { describeAnswer } from '../../exchange/answer.js';
import { CLIENT_INFO } from '../../mcp/envelope.js';
import { LATEST_VERSION, UNKNOWN_VERSION } from '../../mcp/eras.js';
import { isObject } from '../../mcp/json-rpc.js';
import { onCase } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send } from '../kit/steps.js';

const asking = (protocolVersion: string) => ({ protocolVersion, capabilities: {}, clientInfo: CLIENT_INFO });

export const unknownLegacy: Check = {
  id: 'version.unknown-legacy',
  title: 'answers initialize for an unknown version with one that it supports',
  layer: 'era-and-version',
  level: 'must',
  kind: 'protocol',
  eras: ['legacy'],
  transports: ['http', 'stdio'],
  source: '2025-11-25 basic/lifecycle § Version Negotiation',
  needs: [],
  safety: 'read-only',
  explain: {
    sends: 'initialize with protocolVersion 2099-01-01; on stdio to a process of its own.',
    right: 'A result whose protocolVersion is another one. An error (-32602, -32022 or -32600) passes with a note.',
    why: 'A server that echoes what it was asked for has promised a revision that it does not know.',
  },
  plan(era, known) {
    const as = known.config.principals[0]?.name ?? null;
    const initialize = (version: string) => rpcRequest({ known, era, session: [] }, 'initialize', asking(version));
    const options = (channel: string) => ({ as, era, channel });
    return {
      cases: [
        {
          subject: { era, transport: known.transport, mutations: ['ask-for-unknown-version'] },
          *control() {
            yield { do: 'restart', channel: 'control' };
            yield* send('control', initialize(LATEST_VERSION.legacy), options('control'));
          },
          *script() {
            yield { do: 'restart', channel: 'unknown-version' };
            yield* send('case', initialize(UNKNOWN_VERSION), options('unknown-version'));
          },
        },
      ],
    };
  },
  judge: (evidence) =>
    onCase(evidence, (exchange, answer) => {
      const { http, rpc, message } = answer;
      const result = message?.kind === 'result' && isObject(message.result) ? message.result : {};
      const version = result['protocolVersion'];
      const match = matchAnswer(
        [
          { kind: 'result', http: [200], where: () => typeof version === 'string' && version !== UNKNOWN_VERSION },
          {
            kind: 'error',
            http: [200, 400],
            rpc: [-32602, -32022, -32600],
            note: 'an error instead of another version',
          },
        ],
        answer,
        exchange.request,
      );
      if (match.accepted) return { status: 'passed', http, rpc, ...(match.note ? { note: match.note } : {}) };
      const echoed = version === UNKNOWN_VERSION;
      return {
        status: 'failed',
        title: echoed
          ? 'Server agreed to a protocol version that does not exist'
          : 'Server did not answer initialize for an unknown version with one that it supports',
        expected: 'a result with another protocolVersion, or a JSON-RPC error',
        received: echoed ? `a result with protocolVersion ${UNKNOWN_VERSION}` : describeAnswer(answer),
        http,
        rpc,
      };
    }),
};
