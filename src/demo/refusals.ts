/** A refusal must change nothing: one call of each kind that must be refused, the storage read before and after each. */
import { refusalsOf } from '../checks/kit/refusals.js';
import { toolCall } from '../checks/kit/requests.js';
import type { Knowledge, ListedTool } from '../checks/check.js';
import { answerOf, describeAnswer, type AnswerKind } from '../exchange/answer.js';
import type { Request } from '../exchange/exchange.js';
import { httpTarget } from '../target/http.js';
import type { Chapter, Telling } from './chapter.js';
import { VALID_ARGUMENTS } from './config.js';
import { sleep } from './sleep.js';
import { TIMEOUT_MS, type Stage } from './stage.js';
import { countOf, sameState, type DraftsState } from './storage.js';
import { paragraph, table } from './text.js';

export interface RefusalSeen {
  readonly name: string;
  readonly kind: AnswerKind;
  readonly answer: string;
  readonly before: DraftsState;
  readonly after: DraftsState;
}

export interface RefusalsSeen {
  readonly calls: readonly RefusalSeen[];
  readonly settleMs: number;
  readonly start: DraftsState;
  readonly settled: DraftsState;
}

interface Call {
  readonly name: string;
  readonly as: string;
  readonly request: Request;
}

async function callsFor(stage: Stage, path: string): Promise<Call[]> {
  const { writer, reader } = stage.principals;
  const client = await stage.client('modern', writer);
  const listed = await client.listTools();
  const definition = 'value' in listed ? listed.value.find(({ name }) => name === 'create_draft') : undefined;
  if (!definition) throw new Error('the writer does not see create_draft');
  const tool: ListedTool = { name: definition.name, definition: { ...definition } };
  const config = stage.configFor(stage.server, { principals: [writer, reader] });
  const known: Knowledge = {
    transport: 'http',
    path,
    config,
    eras: {},
    about: {},
    tools: (caller) => (caller === writer.name ? [tool] : []),
  };
  const common = { known, era: 'modern', session: [] } as const;
  const unknown = toolCall(common, { ...tool, name: 'publish_draft' }, VALID_ARGUMENTS);
  return [
    ...refusalsOf(known, 'modern', { principal: writer, tool }).map((refusal) => ({
      name: refusal.name,
      as: refusal.as,
      request: refusal.build([]),
    })),
    { name: 'call-unknown-tool', as: writer.name, request: unknown },
  ];
}

/** Sent by hand through the proxy: no client would send most of them. */
export async function seeRefusals(stage: Stage): Promise<RefusalsSeen> {
  const target = httpTarget({ url: stage.proxy.url, insecure: false });
  stage.server.storage.reset();
  const start = await stage.state();
  const calls: RefusalSeen[] = [];
  for (const { name, as, request } of await callsFor(stage, target.path)) {
    const caller = as === stage.principals.reader.name ? stage.principals.reader : stage.principals.writer;
    const before = await stage.state();
    const options = { as: caller, era: 'modern', channel: 'demo', timeoutMs: TIMEOUT_MS } as const;
    const answer = answerOf(await target.send(request, options).exchange);
    calls.push({ name, kind: answer.kind, answer: describeAnswer(answer), before, after: await stage.state() });
  }
  await target.close();
  const { settleMs } = stage.options;
  await sleep(settleMs);
  return { calls, settleMs, start, settled: await stage.state() };
}

const isRefused = ({ kind }: RefusalSeen): boolean => kind === 'error' || kind === 'tool_error';

export function tellRefusals({ calls, settleMs, start, settled }: RefusalsSeen): Chapter {
  const rows = calls.map((call) => {
    const same = sameState(call.before, call.after);
    return [
      `${isRefused(call) && same ? '✓' : '✗'} ${call.name}`,
      call.answer,
      countOf(call.before),
      `→ ${countOf(call.after)}`,
      same ? '' : 'changed',
    ];
  });
  const refused = calls.filter(isRefused).length;
  const isSame = sameState(start, settled);
  const change = isSame
    ? `the same ${countOf(settled)} as before`
    : `it went from ${countOf(start)} to ${countOf(settled)}`;
  return {
    title: 'Does a refusal change anything?',
    lines: [
      ...table([['  call of create_draft', 'answered', 'storage before', 'after', ''], ...rows]),
      '',
      ...paragraph(`${settleMs} ms after the last one the storage was read again: ${change}.`),
    ],
    summary: [
      `${refused} of ${calls.length} calls that must be refused were refused; the storage ${isSame ? 'is unchanged' : `went from ${countOf(start)} to ${countOf(settled)}`}.`,
    ],
  };
}

export const refusalsChapter: Telling = async (stage) => tellRefusals(await seeRefusals(stage));
