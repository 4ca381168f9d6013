/** Headers that belong to one connection and stop at the proxy, in both directions. Source: RFC 9110 § 7.6.1. */
import { headerValues, type HeaderList } from './headers.js';

/** `Expect` is settled with the client by our own listener, which answers `100 Continue` itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

/** Framing and routing never stop here, whatever `Connection` says. */
const NEVER_NAMED = new Set(['host', 'content-length']);

/** The headers that go on to the other side, in their order and as they were written. */
export function endToEnd(headers: HeaderList): HeaderList {
  const named = new Set(
    headerValues(headers, 'connection')
      .flatMap((value) => value.toLowerCase().split(','))
      .map((one) => one.trim())
      .filter((one) => !NEVER_NAMED.has(one)),
  );
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !HOP_BY_HOP.has(lower) && !named.has(lower);
  });
}
