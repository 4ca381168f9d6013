/** What the owner named by JSON path (RFC 9535) is masked whatever its name and type; a masked number becomes a string. */
import { exec, type JsonValue } from 'jsonpath-rfc9535';
import { parseJson, replaceAt, textAt } from '../../mcp/json-text.js';
import type { Mask } from './mask.js';

type Path = readonly (string | number)[];

/** The library hands keys over as they stand between the quotes of a normalized path (RFC 9535 § 2.7). */
const plainKey = (step: string | number): string | number =>
  typeof step === 'number' ? step : (JSON.parse(`"${step.replaceAll("\\'", "'").replaceAll('"', '\\"')}"`) as string);

function matching(expression: string, value: unknown): Path[] {
  const found: Path[] = [];
  exec(value as JsonValue, expression, (_matched, path) => found.push(path.map(plainKey)));
  return found;
}

/** Masks the places that the expressions match in a JSON text; text that is not JSON stays as it is. */
export function jsonPathMasker(
  expressions: readonly string[],
  mask: Mask,
  learn: (value: string, from: string) => void,
): (text: string) => string {
  if (expressions.length === 0) return (text) => text;
  return (text) => {
    const value = parseJson(text);
    if (value === undefined) return text;
    let masked = text;
    for (const expression of expressions) {
      for (const path of matching(expression, value)) {
        const token = textAt(masked, path);
        if (token === undefined) continue;
        const secret = token.startsWith('"') ? (JSON.parse(token) as string) : token;
        learn(secret, expression);
        masked = replaceAt(masked, path, JSON.stringify(mask(secret)));
      }
    }
    return masked;
  };
}
