/** Secrets in header lists: the value is masked, the name stays, and so does what a reader needs around the value. */
import type { HeaderList } from '../../mcp/headers.js';
import { isMask } from './mask.js';
import { headerTells } from './telling-names.js';
import { redactText, type TextTools } from './text.js';

const AUTHORIZATION = new Set(['authorization', 'proxy-authorization']);

const maskValue = (value: string, from: string, tools: TextTools): string => {
  if (value === '' || isMask(value)) return value;
  tools.learn(value, from);
  return tools.mask(value);
};

/** `Bearer …`: the scheme stays. Of Basic, the password inside is a secret of its own. */
function maskAuthorization(value: string, from: string, tools: TextTools): string {
  const [, scheme = '', space = '', credential = ''] = /^([A-Za-z][\w-]*)(\s+)(.+)$/s.exec(value) ?? [];
  if (credential === '') return maskValue(value, from, tools);
  if (scheme.toLowerCase() === 'basic') {
    const pair = Buffer.from(credential, 'base64').toString('utf8');
    tools.learn(pair.slice(pair.indexOf(':') + 1), from);
  }
  return scheme + space + maskValue(credential, from, tools);
}

/** `name=value; name=value`: the names stay. */
const maskCookies = (value: string, tools: TextTools): string =>
  value
    .split(';')
    .map((pair) => {
      const sign = pair.indexOf('=') + 1;
      return pair.slice(0, sign) + maskValue(pair.slice(sign).trim(), 'header cookie', tools);
    })
    .join(';');

/** `name=value; attributes`: only the value goes. */
function maskSetCookie(value: string, tools: TextTools): string {
  const end = value.indexOf(';');
  const pair = end < 0 ? value : value.slice(0, end);
  const sign = pair.indexOf('=') + 1;
  return pair.slice(0, sign) + maskValue(pair.slice(sign), 'header set-cookie', tools) + value.slice(pair.length);
}

export function redactHeader(name: string, value: string, extra: ReadonlySet<string>, tools: TextTools): string {
  const lower = name.toLowerCase();
  const from = `header ${lower}`;
  if (AUTHORIZATION.has(lower)) return maskAuthorization(value, from, tools);
  if (lower === 'cookie') return maskCookies(value, tools);
  if (lower === 'set-cookie') return maskSetCookie(value, tools);
  if (extra.has(lower) || headerTells(lower)) return maskValue(value, from, tools);
  return redactText(value, tools);
}

export const redactHeaders = (headers: HeaderList, extra: ReadonlySet<string>, tools: TextTools): HeaderList =>
  headers.map(([name, value]) => [name, redactHeader(name, value, extra, tools)] as const);
