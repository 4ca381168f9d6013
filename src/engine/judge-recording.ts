/**
 * Judges recorded traffic by the checks that only look; nothing is sent. What they claim can be read off the bytes, so
 * that a finding needs no repeat; an exchange of which bytes are missing is not judged.
 */
import type { Check, ListedTool } from '../checks/check.js';
import { toolsOfPages } from '../checks/kit/lists.js';
import { requestOf } from '../exchange/answer.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import { clientsSeen, silentlyLegacy } from './clients-seen.js';
import type { EngineContext } from './context.js';
import type { RunVerdict } from './events.js';
import { PassiveChecks } from './passive.js';
import { rowOf, Rows } from './rows.js';
import { tellFinding } from './tell-finding.js';

/** Nothing of it was left out, so that what is missing was missing on the wire. */
const isWhole = ({ request, response }: Exchange): boolean =>
  !request.body.truncated && !(response?.body.truncated ?? false);

/** Tool lists as they were seen so far, by caller and era. */
class SeenLists {
  readonly #lists = new Map<string, ListedTool[]>();

  add(exchange: Exchange): void {
    const request = requestOf(exchange.request);
    if (request?.method !== 'tools/list' || exchange.outcome !== 'ok') return;
    const key = `${exchange.era} ${exchange.principal}`;
    const tools = toolsOfPages([exchange]);
    const others = (this.#lists.get(key) ?? []).filter(({ name }) => !tools.some((tool) => tool.name === name));
    this.#lists.set(key, [...others, ...tools]);
  }

  readonly tools = (principal: string, era: Era): readonly ListedTool[] => this.#lists.get(`${era} ${principal}`) ?? [];
}

export type RecordingContext = Pick<EngineContext, 'config' | 'emit' | 'recordingOf' | 'reproduceOf'> & {
  readonly checks: readonly Check[];
};

export function judgeRecording(context: RecordingContext, exchanges: readonly Exchange[]): RunVerdict {
  const passive = new PassiveChecks(context.checks);
  const lists = new SeenLists();
  for (const exchange of exchanges) {
    context.emit({ type: 'exchange', exchange });
    lists.add(exchange);
    if (exchange.from === 'client' && isWhole(exchange)) passive.look(exchange, lists);
  }
  const clients = clientsSeen(exchanges);
  for (const client of clients) context.emit({ type: 'client-seen', client });
  for (const { name, principal, version } of silentlyLegacy(clients)) {
    const text = `${name}, as ${principal}, spoke ${version} although the server speaks the modern era: does it leave its era to the default?`;
    context.emit({ type: 'note', check: 'version.declared-mode', text });
  }
  const rows = new Rows();
  for (const { check, subject, failure } of passive.all()) {
    if (!failure) {
      rows.add(rowOf(check, subject, { status: 'passed' }));
      continue;
    }
    const { exchange, verdict } = failure;
    const request = exchange.request;
    const step = { do: 'send', label: 'case', as: exchange.principal, era: exchange.era, request } as const;
    const evidence = { subject, steps: [{ step, atMs: 0, exchanges: [exchange] }] };
    tellFinding(context, check, {
      kind: 'finding',
      confidence: 'confirmed',
      suspicion: { evidence, verdict },
      control: undefined,
    });
    rows.add(rowOf(check, subject, verdict));
  }
  for (const row of rows.all()) context.emit({ type: 'check-judged', row });
  return rows.all().length > 0
    ? { kind: 'tested' }
    : { kind: 'inconclusive', reason: 'the recording holds nothing that a check could judge' };
}
