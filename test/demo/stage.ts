/** A stage for one chapter, in a folder of its own, with the switches of the drafts server at hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { DraftsServerOptions } from '../../examples/drafts-server/index.js';
import { runInto } from '../../src/cli/demo.js';
import { Stage } from '../../src/demo/stage.js';

export function scratch(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function aStage(server: DraftsServerOptions): Promise<Stage> {
  const folder = scratch();
  const stage = await Stage.open({ folder, seed: 3, patienceMs: 100, settleMs: 700, runEngine: runInto, server });
  onTestFinished(() => stage.close());
  return stage;
}
