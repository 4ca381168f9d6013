/** The storage, or its reset, behind a URL. */
import type { StateAccess } from '../config/config.js';
import { textOf } from '../exchange/exchange.js';
import { httpTarget } from './http.js';

export interface UrlOptions {
  readonly timeoutMs: number;
  readonly insecure: boolean;
}

/** A URL without its query, which may hold a key. */
export const placeOf = (url: string): string => url.replace(/\?.*$/s, '?…');

/** Asks the URL and gives the body of its answer, which must be a success. */
export async function fetchText(access: Extract<StateAccess, { kind: 'url' }>, options: UrlOptions): Promise<string> {
  const { method, url } = access;
  const target = httpTarget({ url, insecure: options.insecure });
  const request = {
    method,
    path: target.path,
    headers: [['Accept', 'application/json']],
    body: { bytes: Buffer.alloc(0) },
  } as const;
  const { response, outcome, error } = await target.send(request, {
    as: null,
    era: 'modern',
    channel: 'state',
    timeoutMs: options.timeoutMs,
  }).exchange;
  const asked = `${method} ${placeOf(url)}`;
  if (response?.status === undefined || error !== undefined) throw new Error(`${asked}: ${error ?? outcome}`);
  if (response.status >= 200 && response.status < 300) return textOf(response.body);
  throw new Error(`${asked} was answered with HTTP ${response.status} ${response.reason ?? ''}`.trim());
}
