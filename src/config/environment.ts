/** `${NAME}` and `${NAME:-default}` in the texts of a configuration, filled in from the environment. */
import { UserError } from '../user-error.js';
import { isObject } from '../mcp/json-rpc.js';
import { placeOf } from './places.js';

export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/g;

/** The value with every text filled in. A default stands in for an empty variable too, as it does in a shell. */
export function fillIn(value: unknown, env: Environment, file: string, path: readonly PropertyKey[] = []): unknown {
  if (typeof value === 'string') return fillInText(value, env, file, path);
  if (Array.isArray(value)) return value.map((one, i) => fillIn(one, env, file, [...path, i]));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillIn(one, env, file, [...path, key])]));
}

function fillInText(text: string, env: Environment, file: string, path: readonly PropertyKey[]): string {
  return text.replace(VARIABLE, (_, name: string, fallback: string | undefined) => {
    const found = env[name];
    if (fallback !== undefined) return found === undefined || found === '' ? fallback : found;
    if (found !== undefined) return found;
    throw new UserError(
      `${file}: ${placeOf(path)} needs the environment variable ${name}, which is not set. Set it, or write \${${name}:-a default}.`,
    );
  });
}
