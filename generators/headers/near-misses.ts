/** Values close to a right one: what a comparison that is too kind takes for it. */

/** Each differs from the value. */
export function nearMisses(value: string): string[] {
  const swapped = value.replace(/[a-zA-Z]/, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  );
  const all = [`${value}x`, value.slice(0, -1), swapped, value.toUpperCase(), `x${value}`, `${value},${value}`];
  return [...new Set(all)].filter((one) => one !== value && one !== '');
}
