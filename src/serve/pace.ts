/** How fast a recording is told: at once, in the time that it took, or a number of times as fast. */
/** `fast`, `real`, or how many times as fast as it was recorded. */
export type Pace = 'fast' | 'real' | number;

/** What a pace may be, for whoever wrote another word. */
export const PACES = 'real (the recorded times), fast (at once) or a number above 0 (so many times as fast)';

/** undefined where it is no pace. */
export function parsePace(text: string): Pace | undefined {
  if (text === 'fast' || text === 'real') return text;
  const times = Number(text);
  return /^\d+(?:\.\d+)?$/.test(text) && times > 0 && Number.isFinite(times) ? times : undefined;
}

/** How long after the request something happens that was recorded at `atMs`. */
export const pacedMs = (atMs: number, pace: Pace): number =>
  pace === 'fast' ? 0 : pace === 'real' ? atMs : atMs / pace;
