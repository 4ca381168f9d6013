/** Places in a configuration file, and what stands there, in words. */

/** `principals.writer.headers`, `forbid[0]`; empty for the whole file. */
export const placeOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((place, step) => {
    if (typeof step === 'number') return `${place}[${step}]`;
    const word = /^[\w-]+$/.test(String(step)) ? String(step) : JSON.stringify(String(step));
    return place === '' ? word : `${place}.${word}`;
  }, '');

/** What a value is. Its content is not told: it may be a credential. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a group of keys';
  return { string: 'a text', number: 'a number', boolean: 'true or false' }[typeof value as string] ?? typeof value;
}

export function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, step) =>
      typeof inside === 'object' && inside !== null ? (inside as Record<PropertyKey, unknown>)[step] : undefined,
    value,
  );
}
