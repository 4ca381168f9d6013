/**
 * What becomes of a recording whose disk cannot keep up. Writing blocks, so that a line is the kernel's when the write
 * returns; a disk that takes its time would hold up the traffic, unless the owner would rather lose exchanges. Pure.
 */
import type { GapLine, RecordingLine } from './format.js';

/** hold: wait for the disk; drop: leave exchanges out for a while, and say so; fail: record no further. */
export const OVERLOAD_POLICIES = ['hold', 'drop', 'fail'] as const;
export type OverloadPolicy = (typeof OVERLOAD_POLICIES)[number];

/** A write that takes longer than this is an overload. */
export const SLOW_WRITE_MS = 100;

/** After a slow write the disk is left alone for so many times as long: it costs the traffic a tenth of its time at most. */
const PAUSE_FACTOR = 10;

/** Which lines are written under the policy `drop`. */
export class Dropping {
  #pausedUntilMs = 0;
  /** Exchanges of which lines were dropped: the rest of them is dropped as well. */
  readonly #dropped = new Set<number>();
  /** Those of the current gap that had not, or had, been begun on disk. */
  #unseen = 0;
  #cut: number[] = [];

  slowWrite(tookMs: number, nowMs: number): void {
    this.#pausedUntilMs = nowMs + PAUSE_FACTOR * tookMs;
  }

  /** Those of the lines that are to be written now, after the gap that they end. */
  take(lines: readonly RecordingLine[], nowMs: number, at: string): readonly RecordingLine[] {
    const isPaused = nowMs < this.#pausedUntilMs;
    const kept = lines.filter((line) => this.#keeps(line, isPaused));
    return isPaused ? kept : [...this.gap(at), ...kept];
  }

  /** The gap that has not been written yet. */
  gap(at: string): GapLine[] {
    const lost = this.#unseen + this.#cut.length;
    if (lost === 0) return [];
    const cut = this.#cut.length > 0 ? { cut: this.#cut } : {};
    this.#unseen = 0;
    this.#cut = [];
    return [{ type: 'gap', at, lost, ...cut, reason: 'the disk could not keep up, and exchanges were dropped' }];
  }

  #keeps(line: RecordingLine, isPaused: boolean): boolean {
    if (!('n' in line)) return true;
    const isDropped = this.#dropped.has(line.n);
    if (isDropped && line.type === 'end') this.#dropped.delete(line.n);
    if (isDropped || !isPaused) return !isDropped;
    if (line.type === 'request') this.#unseen++;
    else this.#cut.push(line.n);
    if (line.type !== 'end') this.#dropped.add(line.n);
    return false;
  }
}
