/** Every string in a JSON value, masked; keys and structure stay. */
export function masked<T>(value: T, mask: (text: string) => string): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked<unknown>(inner, mask)])) as T;
}
