/** Secrets that are known by their shape, under any name. */
import type { Mask } from './mask.js';

/** Each begins where no letter, digit, `_` or `-` stands before it: "task-…" holds no `sk-…`. */
const SHAPES: readonly RegExp[] = [
  /(?<![\w-])gh[opsur]_[A-Za-z0-9]{16,}/g,
  /(?<![\w-])github_pat_\w{20,}/g,
  /(?<![\w-])sk-[A-Za-z0-9_-]{16,}/g,
  /(?<![\w-])xox[a-z]-[A-Za-z0-9-]{10,}/g,
  /(?<![\w-])A(?:KIA|SIA)[0-9A-Z]{16}(?![0-9A-Z])/g,
  // A JSON Web Token: header and claims are objects, so both begin with `eyJ`. The signature may be cut off.
  /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)?/g,
];

const HINT = /gh[opsur]_|github_pat_|sk-|xox[a-z]-|AKIA|ASIA|eyJ|PRIVATE KEY-----/;
const PRIVATE_KEY_BEGIN = /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/g;

/** A private key with its markers kept; one whose end was cut off is masked to the end of the text. */
function maskPrivateKeys(text: string, mask: Mask): string {
  let masked = '';
  let at = 0;
  for (const begin of text.matchAll(PRIVATE_KEY_BEGIN)) {
    if (begin.index < at) continue;
    const from = begin.index + begin[0].length;
    const end = text.indexOf('-----END', from);
    const to = end < 0 ? text.length : end;
    masked += text.slice(at, from) + mask(text.slice(from, to));
    at = to;
  }
  return masked + text.slice(at);
}

export function maskShapes(text: string, mask: Mask): string {
  if (!HINT.test(text)) return text;
  const masked = SHAPES.reduce((result, shape) => result.replace(shape, (secret) => mask(secret)), text);
  return masked.includes('PRIVATE KEY-----') ? maskPrivateKeys(masked, mask) : masked;
}
