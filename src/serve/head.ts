/**
 * The head of a recorded answer as it is served: in order, case and bytes as recorded, but for what belongs to one
 * connection, the clock, the length of what is sent now, the session's new id, and addresses that would lead the client
 * to the recorded server.
 */
import type { Response } from '../exchange/exchange.js';
import { header, type HeaderList } from '../mcp/headers.js';
import { endToEnd } from '../mcp/hop-by-hop.js';
import { leadToProxy } from '../proxy/host.js';
import { SESSION_HEADER } from './script.js';

export interface Places {
  /** Origin of the recorded server; undefined where it had none. */
  readonly recorded: string | undefined;
  /** Our own, as this client writes it. */
  readonly own: string;
}

export interface Head {
  readonly status: number;
  readonly reason: string;
  readonly headers: HeaderList;
  /** The recorded server sent its time. */
  readonly hasDate: boolean;
}

export interface HeadOptions {
  readonly places: Places;
  readonly sessionId: string | undefined;
  /** Bytes of body that are sent. */
  readonly bytes: number;
  /** The answer is cut: its length promises as much more than is sent as the recorded one did. */
  readonly isCut: boolean;
  /** The answer has no body whatever its head says. */
  readonly isBodiless: boolean;
}

export function headOf(response: Response, options: HeadOptions): Head {
  const { status = 200, reason = '', headers } = response;
  const kept = endToEnd(headers).filter(([name]) => name.toLowerCase() !== 'date');
  return {
    status,
    reason,
    headers: kept.map(([name, value]) => [name, valueOf(name.toLowerCase(), value, response, options)] as const),
    hasDate: header(headers, 'date') !== undefined,
  };
}

function valueOf(
  name: string,
  value: string,
  { body }: Response,
  { places, sessionId, bytes, isCut, isBodiless }: HeadOptions,
): string {
  if (name === SESSION_HEADER) return sessionId ?? value;
  if (name === 'location' && places.recorded !== undefined) return leadToProxy(value, places.recorded, places.own);
  if (name !== 'content-length' || isBodiless || !/^\d+$/.test(value)) return value;
  if (!isCut) return String(bytes);
  return body.truncated ? value : String(Number(value) + bytes - (body.wireLength ?? body.bytes.length));
}
