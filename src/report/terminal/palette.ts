/** Colours by their meaning. Writers are given one, and never ask a terminal or the environment themselves. */
import picocolors from 'picocolors';

type Paint = (text: string) => string;

export interface Palette {
  readonly heading: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  /** What is read second. */
  readonly aside: Paint;
  readonly command: Paint;
}

export function palette(isColoured: boolean): Palette {
  const { bold, green, red, yellow, dim, cyan } = picocolors.createColors(isColoured);
  return { heading: bold, good: green, bad: red, warn: yellow, aside: dim, command: cyan };
}

export const PLAIN: Palette = palette(false);

/** Colour goes to a terminal alone, unless NO_COLOR (no-color.org), `--no-color` or a dumb terminal says otherwise. */
export function wantsColour(
  stream: { readonly isTTY?: boolean },
  environment: Readonly<Record<string, string | undefined>>,
  isRefused: boolean,
): boolean {
  return stream.isTTY === true && !isRefused && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
}
