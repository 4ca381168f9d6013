/** What the mutators of mirrored parameters share: which headers a tool has, and edits of each that a request carries. */
import { header, type HeaderList } from '../../src/mcp/headers.js';
import { paramHeaders } from '../../src/mcp/param-headers.js';
import type { HeaderEdit, MutationContext } from '../mutator.js';

const namesOf = ({ definition }: MutationContext): readonly string[] =>
  paramHeaders(definition?.['inputSchema']).map((one) => one.header);

export const hasParamHeaders = (context: MutationContext): boolean => namesOf(context).length > 0;

/** An edit for each mirrored parameter; one whose argument is absent is not on the request, and nothing is edited. */
export const eachParamHeader = (
  context: MutationContext,
  edit: (headers: HeaderList, name: string, value: string) => HeaderList,
): readonly HeaderEdit[] =>
  namesOf(context).map((name) => (headers) => {
    const value = header(headers, name);
    return value === undefined ? headers : edit(headers, name, value);
  });
