/** The demo's output without what is another in every run: times, ports, folders, and the counts of generated requests. */
const VOLATILE: readonly (readonly [RegExp, string])[] = [
  [/127\.0\.0\.1:\d+/g, '127.0.0.1:PORT'],
  [/ *\b\d+ ms {2}/g, '  TIME ms  '],
  [/ \(attempt \d\)/g, ''],
  [/\bid=\d+/g, 'id=N'],
  [/"id":\d+/g, '"id":N'],
  [/title of \d+ characters/g, 'title of N characters'],
  [/"at":"[^"]*"/g, '"at":"WHEN"'],
  [/"durationMs":[\d.]+/g, '"durationMs":TIME'],
  [/\S*demo-\d{8}-\d{6}-[0-9a-f]{4}/g, 'FOLDER'],
  [/#\d+ (?=\w+\/?\w* \d{4}-)/g, '#N '],
  [/\d+ requests over/g, 'N requests over'],
  [/\d+ generated cases, \d+ exchanges, seed \d+/g, 'N generated cases, N exchanges, seed N'],
  [/\d+ times?: from \d+ to \d+ bytes/g, 'N times: from N to N bytes'],
  [/found in \d+ cases/g, 'found in N cases'],
  [/^\d+\.\d s,/gm, 'TIME s,'],
];

/** Lines are broken by their width, which depends on what is volatile: those that were, are joined again. */
export function stableDemo(text: string): string {
  const joined = text.replace(/(\S)\n +(?="(?:tool|era|http|outcome|durationMs|traceparent)")/g, '$1');
  return VOLATILE.reduce((stable, [pattern, name]) => stable.replace(pattern, name), joined).replace(
    /^A drafts server at (\S+), and the recording proxy before it at\s+/m,
    'A drafts server at $1, and the recording proxy before it at ',
  );
}
