/** One refusal of each kind that a write tool can meet: what a sound server turns away before the tool runs. */
import { editHeaders, editBody } from '../../exchange/draft.js';
import type { Request } from '../../exchange/exchange.js';
import { META_VERSION } from '../../mcp/envelope.js';
import { UNKNOWN_VERSION, type Era } from '../../mcp/eras.js';
import { withHeader, type HeaderList } from '../../mcp/headers.js';
import { replaceAt, parseJson } from '../../mcp/json-text.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import type { Knowledge } from '../check.js';
import { toolCall } from './requests.js';
import type { Callable } from './tools.js';
import { violationsOf } from './violations.js';

export interface Refusal {
  /** `swap-name-header`, `add-undeclared-argument`, `call-as-reader`. */
  readonly name: string;
  readonly as: string;
  readonly build: (session: HeaderList) => Request;
}

const withoutMeta = (text: string): string => {
  const message = parseJson(text);
  if (!isObject(message) || !isObject(message['params'])) return text;
  const { _meta, ...params } = message['params'];
  return JSON.stringify({ ...message, params });
};

const unknownVersion = (text: string): string =>
  replaceAt(text, ['params', '_meta', META_VERSION], JSON.stringify(UNKNOWN_VERSION));

/** Modern and over HTTP only, as a stdio process may keep to the era and version that it was opened with. */
function envelopeRefusals(base: Omit<Refusal, 'name'>): Refusal[] {
  const edited = (name: string, edit: (request: Request) => Request): Refusal => ({
    ...base,
    name,
    build: (session) => edit(base.build(session)),
  });
  return [
    edited('swap-name-header', (request) =>
      editHeaders(request, (list) => withHeader(list, 'Mcp-Name', 'list_nothing')),
    ),
    edited('drop-meta', (request) => editBody(request, withoutMeta)),
    edited('swap-protocol-version', (request) =>
      editHeaders(editBody(request, unknownVersion), (list) =>
        withHeader(list, 'MCP-Protocol-Version', UNKNOWN_VERSION),
      ),
    ),
  ];
}

/** Every kind that the tool, its schema and the other callers give rise to. */
export function refusalsOf(known: Knowledge, era: Era, { principal, tool }: Callable): Refusal[] {
  const valid: JsonObject | undefined = known.config.tools[tool.name]?.arguments;
  const as = principal.name;
  const call = (args: JsonObject) => (session: HeaderList) => toolCall({ known, era, session }, tool, args);
  const invalid = violationsOf(tool.definition['inputSchema'], valid).map((violation) => ({
    name: violation.name,
    as,
    build: call(violation.arguments),
  }));
  if (!valid) return invalid;
  const others = known.config.principals.filter(
    ({ name }) => !known.tools(name, era).some((listed) => listed.name === tool.name),
  );
  return [
    ...invalid,
    ...others.map(({ name }) => ({ name: `call-as-${name}`, as: name, build: call(valid) })),
    ...(era === 'modern' && known.transport === 'http' ? envelopeRefusals({ as, build: call(valid) }) : []),
  ];
}
