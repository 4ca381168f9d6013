/**
 * Secrets in text of any kind: an error message, a log line, a URL, a form, a string inside JSON. What the text is
 * must be guessed; what is masked must not be.
 */
import { isUtf8 } from 'node:buffer';
import { mapJsonStrings } from './json.js';
import type { KnownValues } from './known-values.js';
import { isMask, type Mask } from './mask.js';
import { maskShapes } from './shapes.js';
import { nameTells } from './telling-names.js';

/** JSON in a string in JSON, Base64 in Base64: further in than this nobody hides a secret by accident. */
const DEPTH_MAX = 6;
const BASE64_RUN = /[A-Za-z0-9+/_-]{16,}={0,2}/g;
/** A name, `=`, a value: in queries, forms, command lines and logs. The look-behind keeps it linear on long words. */
const ASSIGNMENT = /(?<![\w.%[\]-])([\w.%[\]-]{1,128})=(?:(["'])([^"'\\]*)|([^\s&;,"'<>\\#]+))/g;
const OAUTH_CODE = /([?&#]code=)([^\s&;,"'<>\\#]+)/g;
const SCHEME = /(?<![\w-])(bearer|basic)(\s+)([A-Za-z0-9._~+/=-]{8,})(?!")/gi;
/** A member of an object in text that is not JSON as a whole, and the same inside a JSON string. */
const QUOTED_MEMBER = /"([\w .-]{1,128})"(\s*:\s*)"([^"\\]*(?:\\.[^"\\]*)*)/gs;
const ESCAPED_MEMBER = /\\"([\w .-]{1,128})\\"(\s*:\s*)\\"([^"\\]*)/g;
const USER_INFO_END = /[\s/?#"'<>\\]/;
/** Nothing in a text without one of these can be more than a word. */
const HINT = /[={[\\]|:\/\/|[A-Za-z0-9+/_-]{16,}|earer|asic|PRIVATE/i;

export interface TextTools {
  readonly mask: Mask;
  readonly known: KnownValues;
  /** Told of every value that is masked because of where it stands. */
  readonly learn: (value: string, from: string) => void;
}

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

function maskNamed(tools: TextTools, name: string, value: string): string {
  if (value === '' || isMask(value)) return value;
  const secret = percentDecoded(value);
  tools.learn(secret, name);
  return tools.mask(secret);
}

/** `scheme://user:password@host`, in either part; short or plain user names (`git@`) stay. */
function maskUserInfo(text: string, tools: TextTools): string {
  let result = '';
  let copied = 0;
  for (let at = text.indexOf('://'); at >= 0; at = text.indexOf('://', at + 3)) {
    const rest = text.slice(at + 3, at + 3 + 2048);
    const stop = rest.search(USER_INFO_END);
    const authority = stop < 0 ? rest : rest.slice(0, stop);
    const sign = authority.lastIndexOf('@');
    if (sign < 0) continue;
    const [user = '', ...more] = authority.slice(0, sign).split(':');
    const password = more.join(':');
    const from = at + 3 + user.length + 1;
    if (password !== '') {
      result += text.slice(copied, from) + maskNamed(tools, 'password in a URL', password);
      copied = at + 3 + sign;
    } else if (user.length >= 16) {
      result += text.slice(copied, at + 3) + maskNamed(tools, 'user in a URL', user);
      copied = at + 3 + sign;
    }
  }
  return result + text.slice(copied);
}

/** Base64 whose content holds a secret is masked as a whole: its reader could make nothing of half of it. */
function maskBase64(text: string, tools: TextTools, depth: number): string {
  return text.replace(BASE64_RUN, (run) => {
    const bytes = Buffer.from(run, 'base64');
    if (bytes.length < 8 || !isUtf8(bytes)) return run;
    const content = bytes.toString('utf8');
    return redactText(content, tools, depth + 1) === content ? run : tools.mask(run);
  });
}

const looksLikeJson = (text: string): boolean => /^\s*[{["]/.test(text);

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** JSON text with the values under telling names masked, and its other strings looked into. */
export function redactJson(text: string, tools: TextTools, depth = 0): string {
  return mapJsonStrings(text, {
    value(content, key, escaped) {
      if (content === '' || isMask(content)) return content;
      if (key !== undefined && nameTells(key)) {
        tools.learn(content, key);
        return tools.mask(content);
      }
      return escaped || HINT.test(content) ? redactText(content, tools, depth + 1) : content;
    },
  });
}

function redactLoose(text: string, tools: TextTools, depth: number): string {
  let masked = text;
  if (masked.includes('"')) {
    masked = masked.replace(QUOTED_MEMBER, (all, name: string, colon: string, value: string) =>
      nameTells(name) ? `"${name}"${colon}"${maskNamed(tools, name, value)}` : all,
    );
    masked = masked.replace(ESCAPED_MEMBER, (all, name: string, colon: string, value: string) =>
      nameTells(name) ? `\\"${name}\\"${colon}\\"${maskNamed(tools, name, value)}` : all,
    );
  }
  if (masked.includes('=')) {
    masked = masked.replace(
      ASSIGNMENT,
      (all, name: string, quote: string | undefined, quoted: string | undefined, bare: string | undefined) =>
        nameTells(percentDecoded(name)) ? `${name}=${quote ?? ''}${maskNamed(tools, name, quoted ?? bare ?? '')}` : all,
    );
    masked = masked.replace(
      OAUTH_CODE,
      (_all, before: string, value: string) => before + maskNamed(tools, 'code', value),
    );
  }
  if (/bearer|basic/i.test(masked)) {
    masked = masked.replace(SCHEME, (all, scheme: string, space: string, value: string) =>
      /\d/.test(value) || value.length >= 24 ? `${scheme}${space}${maskNamed(tools, scheme, value)}` : all,
    );
  }
  if (masked.includes('://')) masked = maskUserInfo(masked, tools);
  return maskBase64(masked, tools, depth);
}

/** Text with every secret in it masked. */
export function redactText(text: string, tools: TextTools, depth = 0): string {
  if (depth > DEPTH_MAX || text === '') return tools.known.maskIn(text);
  const shaped = maskShapes(text, tools.mask);
  if (!looksLikeJson(shaped)) return tools.known.maskIn(redactLoose(shaped, tools, depth));
  // JSON that is cut off is read as far as it goes, and then as what it is: text.
  const read = redactJson(shaped, tools, depth);
  return tools.known.maskIn(isJson(shaped) ? read : redactLoose(read, tools, depth));
}

/** A form: like a query, and `code` is a secret in it wherever it stands. */
export function redactForm(text: string, tools: TextTools): string {
  const pairs = text.split('&').map((pair) => {
    const sign = pair.indexOf('=');
    const name = percentDecoded(sign < 0 ? pair : pair.slice(0, sign));
    const value = sign < 0 ? '' : pair.slice(sign + 1);
    return nameTells(name) || name === 'code' ? pair.slice(0, sign + 1) + maskNamed(tools, name, value) : pair;
  });
  return redactText(pairs.join('&'), tools);
}
