/** `tools/list` to its last page. Source: 2026-07-28 server/utilities/pagination. */
import { answerOf } from '../../exchange/answer.js';
import type { Exchange } from '../../exchange/exchange.js';
import type { Era } from '../../mcp/eras.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import type { Knowledge, ListedTool } from '../check.js';
import { rpcRequest } from './requests.js';
import { send, sessionFor, type Steps } from './steps.js';

/** More pages than any sound server has; a list that never ends stops here. */
const PAGES_MAX = 100;

const resultOf = (page: Exchange): JsonObject => {
  const { message } = answerOf(page);
  return message?.kind === 'result' && isObject(message.result) ? message.result : {};
};

/** The tools of pages, in their order. */
export const toolsOfPages = (pages: readonly Exchange[]): ListedTool[] =>
  pages.flatMap((page) => {
    const { tools } = resultOf(page);
    return (Array.isArray(tools) ? tools : []).flatMap((definition: unknown) =>
      isObject(definition) && typeof definition['name'] === 'string' ? [{ name: definition['name'], definition }] : [],
    );
  });

/** Reads all pages as a caller; each is an exchange labelled `page`. */
export function* listTools(known: Pick<Knowledge, 'path'>, era: Era, as: string): Steps<readonly Exchange[]> {
  const session = yield* sessionFor(era, as);
  const pages: Exchange[] = [];
  let cursor: unknown;
  do {
    const params = cursor === undefined ? {} : { cursor };
    const page = yield* send(
      'page',
      rpcRequest({ known, era, session, idToken: String(pages.length + 1) }, 'tools/list', params),
      { as, era },
    );
    pages.push(page);
    cursor = resultOf(page)['nextCursor'];
  } while (typeof cursor === 'string' && pages.length < PAGES_MAX);
  return pages;
}
