/**
 * Progress, for as long as a run lasts: one line on stderr that is written over, on a terminal only. Pipes and logs get
 * nothing, and results never pass here.
 */
import type { EngineEvent, Listener } from '../../engine/events.js';
import { clip, inert } from '../inert.js';
import { duration, plural } from './layout.js';

/** What is under way, in a line of plain text; kept up to date by the events of a run. */
export class Progress {
  #what = '';
  #cases = '';
  #exchanges = 0;
  readonly #findings = new Set<string>();

  readonly listen: Listener = (event: EngineEvent) => {
    if (event.type === 'exchange') this.#exchanges++;
    if (event.type === 'check-started') this.#what = `${event.id} (${event.era})`;
    if (event.type === 'case-done') {
      this.#what = event.label;
      this.#cases = event.of === null ? plural(event.n, 'case') : `${event.n} of ${plural(event.of, 'case')}`;
    }
    if (event.type === 'finding') this.#findings.add(event.finding.id);
  };

  line(elapsedMs: number): string {
    const parts = [
      this.#cases,
      plural(this.#exchanges, 'exchange'),
      plural(this.#findings.size, 'finding'),
      duration(elapsedMs),
    ];
    return [...parts.filter(Boolean), inert(this.#what)].join('   ');
  }
}

export interface StatusStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const ERASE_LINE = '\r\u001b[2K';
/** Often enough to look alive; a campaign makes a thousand events a second. */
const INTERVAL_MS = 100;

/** A listener that shows progress; it erases its line when the run has finished. */
export function statusLine(stream: StatusStream, nowMs: () => number): Listener {
  if (stream.isTTY !== true) return () => undefined;
  const progress = new Progress();
  const startedAtMs = nowMs();
  let shownAtMs = -Infinity;
  return (event) => {
    progress.listen(event);
    const now = nowMs();
    if (event.type === 'run-finished') stream.write(ERASE_LINE);
    else if (now - shownAtMs >= INTERVAL_MS) {
      shownAtMs = now;
      stream.write(ERASE_LINE + clip(progress.line(now - startedAtMs), (stream.columns ?? 80) - 1));
    }
  };
}
