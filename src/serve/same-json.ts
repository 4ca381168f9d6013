/**
 * Whether two JSON values are the same question: member order does not count, every digit of a number does, and a
 * mask stands for any text, since the secret behind it was never written down.
 */
import { ExactNumber, writeExact } from '../mcp/exact-json.js';
import { containsMask, splitAtMasks } from '../recording/redaction/mask.js';

export interface Difference {
  /** JSONPath of the place. */
  readonly path: string;
  /** undefined where there is nothing. */
  readonly recorded: unknown;
  readonly sent: unknown;
}

export interface Comparison {
  /** In document order; at most as many as were asked for. */
  readonly differences: readonly Difference[];
  /** Each recorded text that holds a mask, with what was sent in its place. */
  readonly secrets: readonly (readonly [masked: string, sent: string])[];
}

const DIFFERENCES_MAX = 50;

const isComposite = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** One text for all values that are the same. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isComposite(value)) return writeExact(value);
  const members = Object.keys(value)
    .toSorted()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key])}`);
  return `{${members.join(',')}}`;
}

/** What a client sent, held against what was recorded. */
export function compareJson(recorded: unknown, sent: unknown): Comparison {
  const differences: Difference[] = [];
  const secrets: (readonly [string, string])[] = [];
  const walk = (a: unknown, b: unknown, path: string): void => {
    if (differences.length >= DIFFERENCES_MAX) return;
    if (isComposite(a) && isComposite(b) && Array.isArray(a) === Array.isArray(b)) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        walk(memberOf(a, key), memberOf(b, key), path + stepOf(key, Array.isArray(a)));
      }
    } else if (typeof a === 'string' && typeof b === 'string' && containsMask(a) && fitsMasked(a, b)) {
      secrets.push([a, b]);
    } else if (
      a === undefined ||
      b === undefined ||
      isComposite(a) ||
      isComposite(b) ||
      writeExact(a) !== writeExact(b)
    )
      differences.push({ path, recorded: a, sent: b });
  };
  try {
    walk(recorded, sent, '$');
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    // Nested too deeply to be walked: that they differ is all there is to say.
    return { differences: [{ path: '$', recorded: undefined, sent: undefined }], secrets: [] };
  }
  return { differences, secrets };
}

/** Whether a text is what stood where a text is masked. */
export function fitsMasked(masked: string, text: string): boolean {
  const pieces = splitAtMasks(masked).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${pieces.join('.*?')}$`, 's').test(text);
}

const memberOf = (value: Record<string, unknown>, key: string): unknown =>
  Object.hasOwn(value, key) ? value[key] : undefined;

const stepOf = (key: string, isIndex: boolean): string => {
  if (isIndex) return `[${key}]`;
  return /^[A-Za-z_]\w*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
};
