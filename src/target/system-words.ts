/** An error of the system in its own words, whatever shape it comes in. */
export function systemWords(error: unknown): string {
  // A name with several addresses fails with one error for each, and no words of its own.
  if (error instanceof AggregateError) return [...new Set(error.errors.map(systemWords))].join('; ');
  if (!(error instanceof Error)) return String(error);
  const { code } = error as NodeJS.ErrnoException;
  if (error.message === '') return code ?? error.name;
  return code === undefined || error.message.includes(code) ? error.message : `${error.message} (${code})`;
}
