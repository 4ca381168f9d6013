import { describe, expect, test } from 'vitest';
import type { Chapter } from '../../src/demo/chapter.js';
import { abandonedCreateChapter, tellAbandonedCreates } from '../../src/demo/abandoned-create-told.js';
import type { Abandoned } from '../../src/demo/abandoned-create.js';
import { closing } from '../../src/demo/closing.js';
import { errorChannelsChapter } from '../../src/demo/error-channels.js';
import { tellEras } from '../../src/demo/eras.js';
import { tellPlantedFault } from '../../src/demo/planted-fault-told.js';
import { refusalsChapter } from '../../src/demo/refusals.js';
import { toolListsChapter } from '../../src/demo/tool-lists.js';
import { PLAIN } from '../../src/report/terminal/palette.js';
import { aStage } from './stage.js';

const text = ({ lines, summary }: Chapter): string => [...lines, ...summary].join('\n');

describe('the abandoned create', () => {
  test('leaves a draft in the legacy era and none in the modern one', async () => {
    const chapter = await abandonedCreateChapter(await aStage({}));
    expect(chapter.missing).toBeUndefined();
    expect(chapter.summary).toEqual(['A create given up after 100 ms: legacy leaves a draft, modern leaves none.']);
    expect(text(chapter)).toContain('the server stops: nothing is written');
    expect(text(chapter)).toMatch(/"http":499,\s*"outcome":"no result"/);
  });

  test('leaves a draft in both where the server ignores the abort, and the story says so', async () => {
    const chapter = await abandonedCreateChapter(await aStage({ honourAbort: false }));
    expect(chapter.summary).toEqual(['A create given up after 100 ms: legacy leaves a draft, modern leaves a draft.']);
    expect(text(chapter)).not.toContain('the server stops');
    // It did hang up: the audit says so, and the draft is there all the same.
    expect(text(chapter)).toMatch(/"http":499,\s*"outcome":"no result"/);
  });

  test('proves nothing where the client could not give up before the create had ended', () => {
    const drafts = [{ id: '1', title: 'T', status: 'draft' }];
    const late: Abandoned = {
      era: 'modern',
      patienceMs: 100,
      clientCode: 'REQUEST_TIMEOUT',
      before: { drafts: [] },
      after: { drafts },
      moments: [{ atMs: 0, text: 'tools/call create_draft id=1' }],
      audit: undefined,
      inTime: false,
      attempts: 3,
    };
    const chapter = tellAbandonedCreates([late]);
    expect(chapter.missing).toBe('the client could not give up in time (modern)');
    expect(text(chapter)).toContain('proves nothing');
    expect(text(chapter)).not.toContain('leaves');
  });
});

describe('refusals', () => {
  test('leave the storage as it was', async () => {
    const chapter = await refusalsChapter(await aStage({ delayMs: 2 }));
    expect(chapter.summary).toEqual(['8 of 8 calls that must be refused were refused; the storage is unchanged.']);
  });

  test('of a server that writes before it refuses are told with what they left behind', async () => {
    const chapter = await refusalsChapter(await aStage({ delayMs: 2, fault: 'writes-before-refusing' }));
    expect(text(chapter)).toMatch(/✗ mistype-title .* 4 drafts +→ 5 drafts +changed/);
    expect(chapter.summary[0]).toMatch(/; the storage went from 2 drafts to \d drafts\.$/);
  });

  test('that are none are counted', async () => {
    const chapter = await refusalsChapter(await aStage({ delayMs: 2, fault: 'accepts-extra-arguments' }));
    expect(text(chapter)).toMatch(/✗ add-undeclared-argument +HTTP 200 with a result/);
    expect(chapter.summary[0]).toContain('7 of 8 calls that must be refused were refused');
  });
});

describe('tool lists', () => {
  test('say who is not shown what', async () => {
    expect(text(await toolListsChapter(await aStage({})))).toContain('reader is not shown create_draft');
  });

  test('of a server that forgot the scope are the same for all', async () => {
    const chapter = await toolListsChapter(await aStage({ fault: 'scope-forgotten' }));
    expect(text(chapter)).toContain('All callers are shown the same tools.');
    expect(chapter.summary).toEqual([
      'writer sees list_drafts and create_draft; reader sees list_drafts and create_draft.',
    ]);
  });
});

describe('error channels', () => {
  test('are judged by what was on the wire', async () => {
    const chapter = await errorChannelsChapter(await aStage({}));
    expect(chapter.summary).toEqual([
      '4 of 4 errors came on the right channel: an unknown tool is a JSON-RPC error, an invalid argument is a result with isError.',
    ]);
  });
});

describe('words follow values', () => {
  test('a client that the recording contradicts is marked', () => {
    const client = {
      caller: 'writer',
      pinned: 'modern',
      says: { era: 'modern', version: '2026-07-28' },
      wire: { n: 1, era: 'legacy', method: 'initialize', version: '2025-11-25' },
    } as const;
    const chapter = tellEras({ clients: [client], pin: { connected: true, code: '', message: '' } });
    expect(text(chapter)).toContain('✗ differs');
    expect(text(chapter)).toContain('0 of 1 clients');
    expect(text(chapter)).toContain('which it must not');
  });

  test('a campaign that found nothing says so, and that the story is not whole', () => {
    const chapter = tellPlantedFault({ planted: 'a fault', seed: 9, cases: 40, exchanges: 41, found: undefined });
    expect(chapter.missing).toContain('none showed the planted fault');
    const end = closing(
      { chapters: [chapter], files: { folder: 'd', session: 'd/session.jsonl', audit: 'd/a' }, durationMs: 1000 },
      PLAIN,
    ).join('\n');
    expect(end).toContain('! Could not be told: 40 generated cases');
    expect(end).toContain('not the whole story');
  });
});
