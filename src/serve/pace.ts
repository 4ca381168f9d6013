/** How fast a recording is told: at once, in the time that it took, or a number of times as fast. */
import { UserError } from '../user-error.js';

/** `fast`, `real`, or how many times as fast as it was recorded. */
export type Pace = 'fast' | 'real' | number;

export function parsePace(text: string): Pace {
  if (text === 'fast' || text === 'real') return text;
  const times = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && times > 0 && Number.isFinite(times)) return times;
  throw new UserError(
    `--pace ${JSON.stringify(text)} is none of real (the recorded times), fast (at once) and a number above 0 (so many times as fast).`,
  );
}

/** How long after the request something happens that was recorded at `atMs`. */
export const pacedMs = (atMs: number, pace: Pace): number =>
  pace === 'fast' ? 0 : pace === 'real' ? atMs : atMs / pace;
