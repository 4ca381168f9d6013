/** The demo: the chapters in their order, then what to remember, where the files are, and what to try next. */
import type { Palette } from '../report/terminal/palette.js';
import { abandonedCreateChapter } from './abandoned-create-told.js';
import type { Chapter, Telling } from './chapter.js';
import { closing } from './closing.js';
import { erasChapter } from './eras.js';
import { errorChannelsChapter } from './error-channels.js';
import { plantedFaultChapter } from './planted-fault-told.js';
import { probesChapter } from './probes.js';
import { refusalsChapter } from './refusals.js';
import { Stage, type StageOptions } from './stage.js';
import { paragraph } from './text.js';
import { toolListsChapter } from './tool-lists.js';

const CHAPTERS: readonly Telling[] = [
  erasChapter,
  probesChapter,
  toolListsChapter,
  errorChannelsChapter,
  refusalsChapter,
  abandonedCreateChapter,
  plantedFaultChapter,
];

export interface DemoOptions extends StageOptions {
  readonly palette: Palette;
  /** Told a piece at a time, as it happens. */
  readonly write: (text: string) => void;
  /** The summary alone. */
  readonly quiet: boolean;
}

/** A chapter that broke off is told as far as that, and the others still come. */
async function told(stage: Stage, telling: Telling): Promise<Chapter> {
  try {
    return await telling(stage);
  } catch (error) {
    const missing = error instanceof Error ? error.message : String(error);
    return { title: 'A chapter that could not be told', lines: paragraph(missing), summary: [], missing };
  }
}

/** Plays it all; true where the whole story could be told. */
export async function demo({ palette, write, quiet, ...options }: DemoOptions): Promise<boolean> {
  const startedAt = performance.now();
  const stage = await Stage.open(options);
  const chapters: Chapter[] = [];
  const say = (lines: readonly string[]): void => write(`${lines.join('\n')}\n`);
  try {
    if (!quiet) {
      const { server, proxy } = stage;
      say(paragraph(`A drafts server at ${server.url}, and the recording proxy before it at ${proxy.url}`, ''));
    }
    for (const [i, telling] of CHAPTERS.entries()) {
      const chapter = await told(stage, telling);
      chapters.push(chapter);
      if (!quiet) say(['', palette.heading(`${i + 1}. ${chapter.title}`), '', ...chapter.lines]);
    }
  } finally {
    await stage.close();
  }
  const files = { folder: options.folder, session: stage.proxy.file, audit: stage.auditFile };
  say(closing({ chapters, files, durationMs: performance.now() - startedAt }, palette));
  return chapters.every(({ missing }) => missing === undefined);
}
