/** Correct requests of either era, which probes send as controls and change in one place. */
import { render, type Draft } from '../../exchange/draft.js';
import type { Request } from '../../exchange/exchange.js';
import type { Era } from '../../mcp/eras.js';
import type { HeaderList } from '../../mcp/headers.js';
import type { JsonObject } from '../../mcp/json-rpc.js';
import type { Knowledge, ListedTool } from '../check.js';

interface Common {
  readonly known: Pick<Knowledge, 'path'>;
  readonly era: Era;
  readonly session: HeaderList;
  readonly idToken?: string;
}

const drafted = (
  { known, era, session, idToken = '1' }: Common,
  rest: Omit<Draft, 'era' | 'path' | 'session'>,
): Request => render({ era, path: known.path, session, idToken, ...rest });

export const rpcRequest = (common: Common, method: string, params?: JsonObject): Request =>
  drafted(common, { method, ...(params === undefined ? {} : { params }) });

export const toolCall = (common: Common, tool: ListedTool, args: JsonObject): Request =>
  drafted(common, { method: 'tools/call', params: { name: tool.name, arguments: args }, definition: tool.definition });

/** A notification that a request is given up. Source: basic/utilities/cancellation (both eras on stdio, legacy on HTTP). */
export const cancelled = ({ known, era, session }: Common, idToken: string): Request =>
  render({
    era,
    path: known.path,
    session,
    method: 'notifications/cancelled',
    params: { requestId: JSON.parse(idToken) as unknown, reason: 'the caller gave up' },
  });
