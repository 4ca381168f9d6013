/** Which revision each client spoke: what the official client says of itself, and what the recording says of it. */
import type { Exchange } from '../exchange/exchange.js';
import { requestOf } from '../exchange/answer.js';
import { header } from '../mcp/headers.js';
import { isObject, metaVersion } from '../mcp/json-rpc.js';
import { ERAS, LATEST_VERSION, type Era } from '../mcp/eras.js';
import { rpcOf } from '../exchange/exchange.js';
import type { Chapter, Telling } from './chapter.js';
import type { Stage } from './stage.js';
import { INDENT, paragraph, table } from './text.js';

export interface ClientEra {
  readonly caller: string;
  readonly pinned: Era;
  /** getProtocolEra() and the negotiated version. */
  readonly says: { readonly era: string; readonly version: string };
  /** Its first request on the wire. */
  readonly wire: { readonly n: number; readonly era: Era; readonly method: string; readonly version: string };
}

export interface ErasSeen {
  readonly clients: readonly ClientEra[];
  /** What the modern pin came to on a server that is legacy alone. */
  readonly pin: { readonly connected: boolean; readonly code: string; readonly message: string };
}

/** The version that a request names: in its envelope, its header, or the handshake that it opens. */
function versionOf(exchange: Exchange): string {
  const content = rpcOf(exchange.request);
  const meta = content.kind === 'single' ? metaVersion(content.message) : undefined;
  const params = requestOf(exchange.request)?.params;
  const asked = isObject(params) ? params['protocolVersion'] : undefined;
  const version = meta ?? asked ?? header(exchange.request.headers, 'mcp-protocol-version');
  return typeof version === 'string' ? version : 'none';
}

async function clientEra(stage: Stage, era: Era, caller: 'writer' | 'reader'): Promise<ClientEra> {
  const before = stage.recorded().length;
  const { era: spoken = 'unknown', version = 'unknown' } = await stage.client(era, stage.principals[caller]);
  // A legacy client opens its GET stream whenever it likes; what it asked first is its first JSON-RPC request.
  const first = stage
    .recorded()
    .slice(before)
    .find(({ request }) => requestOf(request) !== undefined);
  if (!first) throw new Error('the recording holds no request of the client that has just connected');
  const { n, era: seen } = first;
  const method = requestOf(first.request)?.method ?? first.request.method;
  return {
    caller,
    pinned: era,
    says: { era: spoken, version },
    wire: { n, era: seen, method, version: versionOf(first) },
  };
}

export async function seeEras(stage: Stage): Promise<ErasSeen> {
  const clients: ClientEra[] = [];
  for (const era of ERAS) {
    for (const caller of ['writer', 'reader'] as const) clients.push(await clientEra(stage, era, caller));
  }
  const legacyOnly = await stage.another({ eras: 'legacy' });
  const pinned = await stage.pin(legacyOnly.url, 'modern', stage.principals.writer);
  if ('rejected' in pinned) {
    const { code, message } = pinned.rejected;
    return { clients, pin: { connected: false, code: String(code ?? 'no code'), message } };
  }
  await pinned.value.close();
  return { clients, pin: { connected: true, code: '', message: '' } };
}

const agrees = ({ pinned, says, wire }: ClientEra): boolean => says.era === pinned && wire.era === pinned;

export function tellEras({ clients, pin }: ErasSeen): Chapter {
  const rows = clients.map((client) => {
    const { caller, pinned, says, wire } = client;
    const sent = `#${wire.n} ${wire.method} ${wire.version}`;
    return [caller, pinned, `${says.era} ${says.version}`, `${wire.era}: ${sent}`, agrees(client) ? '✓' : '✗ differs'];
  });
  const pinWords = pin.connected
    ? `A client pinned to ${LATEST_VERSION.modern} connected to a server that is legacy alone, which it must not.`
    : `Pinned to ${LATEST_VERSION.modern} on a server that is legacy alone, it refuses with ${pin.code}:`;
  const agreeing = clients.filter(agrees).length;
  return {
    title: 'Which era did each client speak?',
    lines: [
      ...paragraph('The official client, pinned, through the recording proxy.'),
      '',
      ...table([['caller', 'pinned to', 'says it speaks', 'first request in the recording', ''], ...rows]),
      '',
      ...paragraph(pinWords),
      ...(pin.connected ? [] : paragraph(pin.message, `${INDENT}  `)),
    ],
    summary: [
      `${agreeing} of ${clients.length} clients spoke the era that they were pinned to; a pin that cannot hold ${pin.connected ? 'was ignored' : `fails with ${pin.code}`}.`,
    ],
  };
}

export const erasChapter: Telling = async (stage) => tellEras(await seeEras(stage));
