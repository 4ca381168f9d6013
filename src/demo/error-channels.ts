/**
 * The two ways in which a call can fail: a protocol error is a JSON-RPC error, a call that the tool turned down is a
 * result with `isError`. Source: 2026-07-28 server/tools § Error Handling.
 */
import { answerOf, describeAnswer, type AnswerKind } from '../exchange/answer.js';
import { ERAS, type Era } from '../mcp/eras.js';
import { clip } from '../report/inert.js';
import { recordedDuring, toolCallIn } from './calls.js';
import type { Chapter, Telling } from './chapter.js';
import { VALID_ARGUMENTS } from './config.js';
import type { Stage } from './stage.js';
import { paragraph, table } from './text.js';

const FAULTS = [
  { asked: 'an unknown tool', right: 'error', tool: 'publish', arguments: {} },
  {
    asked: 'an invalid argument',
    right: 'tool_error',
    tool: 'create_draft',
    arguments: { ...VALID_ARGUMENTS, title: 7 },
  },
] as const;

export interface ChannelSeen {
  readonly asked: string;
  readonly right: AnswerKind;
  readonly era: Era;
  /** On the wire, from the recording. */
  readonly kind: AnswerKind;
  readonly answer: string;
  /** What the client's caller gets. */
  readonly client: string;
}

async function seeOne(stage: Stage, era: Era, fault: (typeof FAULTS)[number]): Promise<ChannelSeen> {
  const client = await stage.client(era, stage.principals.writer);
  const { result, exchanges } = await recordedDuring(stage, () => client.callTool(fault.tool, { ...fault.arguments }));
  const answer = answerOf(toolCallIn(exchanges));
  const words =
    'rejected' in result
      ? `throws ${result.rejected.code ?? ''}: ${result.rejected.message}`
      : `returns isError ${String(result.value.isError ?? false)}`;
  return {
    asked: fault.asked,
    right: fault.right,
    era,
    kind: answer.kind,
    answer: describeAnswer(answer),
    client: words,
  };
}

export async function seeErrorChannels(stage: Stage): Promise<ChannelSeen[]> {
  const seen: ChannelSeen[] = [];
  for (const fault of FAULTS) {
    for (const era of ERAS) seen.push(await seeOne(stage, era, fault));
  }
  return seen;
}

const WORDS_MAX = 40;

const CHANNEL: Readonly<Partial<Record<AnswerKind, string>>> = {
  error: 'a JSON-RPC error',
  tool_error: 'a result with isError',
  result: 'a result',
};

export function tellErrorChannels(seen: readonly ChannelSeen[]): Chapter {
  const rows = seen.map(({ asked, right, era, kind, answer, client }) => [
    asked,
    era,
    answer,
    kind === right ? '✓' : '✗',
    clip(client, WORDS_MAX),
  ]);
  const right = seen.filter(({ kind, right }) => kind === right).length;
  const channels = [...new Map(seen.map(({ asked, kind }) => [asked, CHANNEL[kind] ?? kind]))];
  return {
    title: 'Do errors come on the right channel?',
    lines: [
      ...table([['asked for', 'era', 'answered', '', 'the client'], ...rows]),
      '',
      ...paragraph(
        'A protocol error is for the program; a tool error is a result, which the model reads and can act on.',
      ),
    ],
    summary: [
      `${right} of ${seen.length} errors came on the right channel: ${channels.map(([asked, words]) => `${asked} is ${words}`).join(', ')}.`,
    ],
  };
}

export const errorChannelsChapter: Telling = async (stage) => tellErrorChannels(await seeErrorChannels(stage));
