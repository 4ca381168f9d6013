/** What each caller is shown: `tools/list` through the official client, in each era. */
import { ERAS, type Era } from '../mcp/eras.js';
import type { Chapter, Telling } from './chapter.js';
import type { Stage } from './stage.js';
import { paragraph, table } from './text.js';

export interface ListSeen {
  readonly caller: string;
  readonly tools: Readonly<Record<Era, readonly string[]>>;
}

async function listOf(stage: Stage, era: Era, caller: 'writer' | 'reader'): Promise<string[]> {
  const client = await stage.client(era, stage.principals[caller]);
  const listed = await client.listTools();
  if ('rejected' in listed) throw new Error(`tools/list of ${caller} was refused: ${listed.rejected.message}`);
  return listed.value.map(({ name }) => name);
}

export async function seeToolLists(stage: Stage): Promise<ListSeen[]> {
  const lists: ListSeen[] = [];
  for (const caller of ['writer', 'reader'] as const) {
    const [legacy, modern] = [await listOf(stage, 'legacy', caller), await listOf(stage, 'modern', caller)];
    lists.push({ caller, tools: { legacy, modern } });
  }
  return lists;
}

const isSame = ({ tools }: ListSeen): boolean => tools.legacy.join() === tools.modern.join();

const rowsOf = (list: ListSeen): string[][] =>
  isSame(list)
    ? [[list.caller, 'both eras', list.tools.modern.join(', ')]]
    : ERAS.map((era) => [list.caller, era, list.tools[era].join(', ')]);

/** Who is not shown what another caller sees. */
function hiddenWords(lists: readonly ListSeen[]): string {
  const all = [...new Set(lists.flatMap(({ tools }) => tools.modern))];
  const hidden = lists
    .map(({ caller, tools }) => ({ caller, names: all.filter((name) => !tools.modern.includes(name)) }))
    .filter(({ names }) => names.length > 0)
    .map(({ caller, names }) => `${caller} is not shown ${names.join(', ')}`);
  return hidden.length === 0 ? 'All callers are shown the same tools.' : `The token decides: ${hidden.join('; ')}.`;
}

export function tellToolLists(lists: readonly ListSeen[]): Chapter {
  return {
    title: 'Which tools does each caller see?',
    lines: [...table([['caller', 'era', 'tools'], ...lists.flatMap(rowsOf)]), '', ...paragraph(hiddenWords(lists))],
    summary: [
      lists.map(({ caller, tools }) => `${caller} sees ${tools.modern.join(' and ') || 'no tools'}`).join('; ') + '.',
    ],
  };
}

export const toolListsChapter: Telling = async (stage) => tellToolLists(await seeToolLists(stage));
