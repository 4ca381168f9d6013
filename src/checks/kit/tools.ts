/** Which tools may be run, and with what. Annotations narrow what is run and never widen it. */
import type { Principal } from '../../config/config.js';
import type { Era } from '../../mcp/eras.js';
import { compileSchema } from '../../mcp/json-schema.js';
import { isObject, type JsonObject } from '../../mcp/json-rpc.js';
import type { Knowledge, ListedTool } from '../check.js';

/** A tool with a caller that sees it. */
export interface Callable {
  readonly principal: Principal;
  readonly tool: ListedTool;
}

/** A call that a sound server carries out. */
export interface ValidCall extends Callable {
  readonly arguments: JsonObject;
}

export const isReadOnly = ({ definition }: ListedTool): boolean =>
  isObject(definition['annotations']) && definition['annotations']['readOnlyHint'] === true;

/** Each tool once, with the first configured principal that sees it. */
export function callables(known: Knowledge, era: Era): Callable[] {
  const seen = new Set<string>();
  return known.config.principals.flatMap((principal) =>
    known.tools(principal.name, era).flatMap((tool) => {
      if (seen.has(tool.name)) return [];
      seen.add(tool.name);
      return [{ principal, tool }];
    }),
  );
}

/** Whether the tool may really be run. */
export const mayRun = ({ config }: Pick<Knowledge, 'config'>, tool: ListedTool): boolean =>
  !config.passive && (config.allowWrites || config.tools[tool.name]?.run === true || isReadOnly(tool));

/** The configured arguments; of a tool that requires none, `{}`. */
function validArguments(known: Knowledge, tool: ListedTool): JsonObject | undefined {
  const configured = known.config.tools[tool.name]?.arguments;
  if (configured) return configured;
  return compileSchema(tool.definition['inputSchema'])?.problems({}).length === 0 ? {} : undefined;
}

/** Calls that may be run and ought to succeed; those that only read come first. */
export function validCalls(known: Knowledge, era: Era): ValidCall[] {
  return callables(known, era)
    .filter(({ tool }) => mayRun(known, tool))
    .flatMap((callable) => {
      const args = validArguments(known, callable.tool);
      return args ? [{ ...callable, arguments: args }] : [];
    })
    .toSorted((one, two) => Number(isReadOnly(two.tool)) - Number(isReadOnly(one.tool)));
}

/** Tools that may change the storage, by what they say of themselves. */
export const writeTools = (known: Knowledge, era: Era): Callable[] =>
  callables(known, era).filter(({ tool }) => !isReadOnly(tool));

export const NO_CALL =
  'no tool call that may be run is known: give one valid call under tools.NAME.arguments, with run: true or allowWrites';
