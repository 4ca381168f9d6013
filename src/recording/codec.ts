/**
 * A line of a recording as text, and back. The text of a line never holds a line break, so a torn file can only lose
 * its last one.
 */
import { isObject } from '../mcp/json-rpc.js';
import type { RecordingLine, StoredBody } from './format.js';
import { asJsonWhereExact } from './stored-bytes.js';

function readable(body: StoredBody): StoredBody {
  const { decoded, redacted, truncated, bytes, outline } = body;
  return {
    ...asJsonWhereExact(body),
    ...(redacted ? { redacted } : {}),
    ...(truncated ? { truncated } : {}),
    ...(bytes === undefined ? {} : { bytes }),
    ...(decoded === undefined ? {} : { decoded: asJsonWhereExact(decoded) }),
    ...(outline === undefined ? {} : { outline }),
  };
}

/** The text of a line, its LF included. */
export function encodeLine(line: RecordingLine): string {
  const shown = 'body' in line && line.body !== undefined ? { ...line, body: readable(line.body) } : line;
  return `${JSON.stringify(shown)}\n`;
}

/** Whether a line has the members that every reader relies on; a kind that a later program added has none of them. */
function isWhole({ type, n, at, body, status, atMs, outcome }: Record<string, unknown>): boolean {
  if (typeof type !== 'string') return false;
  if (type === 'request') return Number.isInteger(n) && typeof at === 'string' && isObject(body);
  if (type === 'response') return Number.isInteger(n) && Number.isInteger(status) && typeof atMs === 'number';
  if (type === 'event') return Number.isInteger(n) && typeof atMs === 'number';
  if (type === 'end') return Number.isInteger(n) && typeof atMs === 'number' && typeof outcome === 'string';
  return true;
}

/** A line out of its bytes (without LF), or undefined where they are not one: torn, or damaged. */
export function decodeLine(bytes: Buffer): RecordingLine | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(value) && isWhole(value) ? (value as unknown as RecordingLine) : undefined;
  } catch {
    return undefined;
  }
}
