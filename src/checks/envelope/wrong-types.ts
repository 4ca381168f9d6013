/** The members of the envelope have types; a server that reads past a wrong one guesses. */
import { editBody } from '../../exchange/draft.js';
import { META_CAPABILITIES, META_CLIENT, META_VERSION } from '../../mcp/envelope.js';
import { replaceAt } from '../../mcp/json-text.js';
import { isObject } from '../../mcp/json-rpc.js';
import type { Check } from '../check.js';
import { faultProbe, readRequest as readBase, type NamedMutation } from '../kit/fault-probe.js';
import { readRequest, type Reading } from '../kit/reading.js';

const wrongClient = ({ meta }: Reading): boolean => {
  const client = meta?.[META_CLIENT];
  if (client === undefined) return false;
  return !isObject(client) || typeof client['name'] !== 'string' || typeof client['version'] !== 'string';
};

const wrongRequired = ({ meta, params }: Reading): boolean => {
  if (meta === undefined) return Object.hasOwn(params, '_meta');
  const [version, capabilities] = [meta[META_VERSION], meta[META_CAPABILITIES]];
  return (
    (version !== undefined && typeof version !== 'string') || (capabilities !== undefined && !isObject(capabilities))
  );
};

const replaced = (name: string, path: readonly string[], json: string): NamedMutation => ({
  name,
  apply: (request) => editBody(request, (text) => replaceAt(text, path, json)),
});

const META = ['params', '_meta'];
const refusal = { kind: 'error', http: [400], rpc: [-32602, -32600, -32020] } as const;

export const wrongTypes: Check = faultProbe({
  id: 'envelope.wrong-types',
  title: 'rejects an envelope whose members have wrong types',
  layer: 'envelope',
  level: 'should',
  eras: ['modern'],
  transports: ['http', 'stdio'],
  source: '2026-07-28 basic/index § _meta; schema § RequestMetaObject',
  needs: [],
  safety: 'refused',
  explain: {
    sends:
      'server/discover with protocolVersion as a number, clientCapabilities as null, an array and a string, clientInfo with a numeric name, and _meta as an array and a string.',
    right:
      'HTTP 400 with -32602, -32600 or -32020. Serving a wrong clientInfo, which is optional, passes with a note. Silence on stdio is a divergence.',
    why: 'What is read past here is guessed later, when a capability or a version decides.',
  },
  base: readBase,
  stdioPatienceMs: 2000,
  fault: {
    words: 'a request whose envelope has a member of a wrong type',
    accept: [
      refusal,
      {
        kind: 'result',
        http: [200],
        note: 'a wrong clientInfo was served',
        where: (_answer, request) => onlyClientIsWrong(request),
      },
      {
        kind: 'error',
        rpc: [-32601],
        note: 'read as a request of the legacy era, where there is no server/discover',
        where: ({ http }, request) => http === undefined && !namesVersion(request),
      },
    ],
    // On stdio a line that is no message of the schema may be dropped like any other noise, as the official SDK does.
    grade: [{ when: ({ kind }, { transport }) => kind === 'none' && transport === 'stdio', level: 'divergence' }],
    present(request) {
      const read = readRequest(request);
      return read !== undefined && (wrongRequired(read) || wrongClient(read));
    },
  },
  mutations: [
    replaced('mistype-version', [...META, META_VERSION], '20260728'),
    replaced('mistype-capabilities-null', [...META, META_CAPABILITIES], 'null'),
    replaced('mistype-capabilities-array', [...META, META_CAPABILITIES], '[]'),
    replaced('mistype-capabilities-string', [...META, META_CAPABILITIES], '"all"'),
    replaced('mistype-client-name', [...META, META_CLIENT], '{"name":7,"version":"1"}'),
    replaced('mistype-meta-array', META, '[]'),
    replaced('mistype-meta-string', META, '"2026-07-28"'),
  ],
});

/** Without headers nothing but the envelope says which era a line belongs to. */
function namesVersion(request: Parameters<typeof readRequest>[0]): boolean {
  return typeof readRequest(request)?.meta?.[META_VERSION] === 'string';
}

function onlyClientIsWrong(request: Parameters<typeof readRequest>[0]): boolean {
  const read = readRequest(request);
  return read !== undefined && wrongClient(read) && !wrongRequired(read);
}
