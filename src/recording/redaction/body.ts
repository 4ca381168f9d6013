/** Secrets in bodies and events: what kind of content it is decides how it is read. */
import { header, type HeaderList } from '../../mcp/headers.js';
import { fieldsOf } from '../../mcp/sse.js';
import type { StoredBody, StoredBytes } from '../format.js';
import { bytesOf, storedBytes } from '../stored-bytes.js';
import { redactForm, redactText, type TextTools } from './text.js';

/** Redacts text; given the paths of the configuration, which apply to whole JSON texts only. */
export interface BodyTools extends TextTools {
  /** Masks what the configured JSON paths match. */
  readonly maskPaths: (text: string) => string;
}

const isForm = (headers: HeaderList): boolean =>
  /^application\/x-www-form-urlencoded\b/i.test(header(headers, 'content-type')?.trim() ?? '');

/** The content with its secrets masked, or undefined where there was none. Bytes that are no text are read as Latin-1. */
export function redactBytes(stored: StoredBytes, headers: HeaderList, tools: BodyTools): StoredBytes | undefined {
  const isBinary = 'base64' in stored;
  const text = 'text' in stored ? stored.text : bytesOf(stored).toString(isBinary ? 'latin1' : 'utf8');
  const masked = isForm(headers) ? redactForm(text, tools) : redactText(tools.maskPaths(text), tools);
  if (masked === text) return undefined;
  return isBinary ? storedBytes(Buffer.from(masked, 'latin1')) : { text: masked };
}

/** A compressed body that holds a secret is kept decoded and masked: its bytes would give the secret away. */
export function redactBody(body: StoredBody, headers: HeaderList, tools: BodyTools): StoredBody {
  const masked = redactBytes(body.decoded ?? body, headers, tools);
  const outline = body.outline === undefined ? {} : { outline: redactText(body.outline, tools) };
  if (masked === undefined) return { ...body, ...outline };
  return {
    ...masked,
    redacted: true,
    bytes: body.bytes ?? bytesOf(body).length,
    ...(body.truncated ? { truncated: true as const } : {}),
    ...outline,
  };
}

/** An event with the secrets in its data masked, line breaks kept; undefined where there was none. */
export function redactEvent(raw: string, tools: BodyTools): string | undefined {
  const data = fieldsOf(Buffer.from(raw, 'utf8')).data;
  const masked = data === undefined ? undefined : redactText(tools.maskPaths(data), tools);
  if (data === undefined || masked === undefined || masked === data) {
    const other = redactText(raw, tools);
    return other === raw ? undefined : other;
  }
  const lines = masked.split('\n');
  let at = 0;
  const rewritten = raw.replace(/(^|\r\n|\n|\r)(data: ?)([^\r\n]*)/g, (_all, before: string, field: string) => {
    return before + field + (lines[at++] ?? '');
  });
  return tools.known.maskIn(rewritten);
}
