/** An MCP header sent twice, with the same value or another; the specification leaves open what that means. */
import { header, type HeaderList } from '../../src/mcp/headers.js';
import { headerMutator } from '../mutator.js';

const MIRRORS = ['Mcp-Name', 'Mcp-Method', 'MCP-Protocol-Version'];

const again =
  (name: string, other: (value: string) => string) =>
  (headers: HeaderList): HeaderList => {
    const value = header(headers, name);
    return value === undefined ? headers : [...headers, [name, other(value)]];
  };

export const duplicateHeader = headerMutator('duplicate-header', ({ toolNames }) => {
  const otherName = (value: string): string => toolNames.find((name) => name !== value) ?? `${value}x`;
  return [...MIRRORS.map((name) => again(name, (value) => value)), again('Mcp-Name', otherName)];
});
