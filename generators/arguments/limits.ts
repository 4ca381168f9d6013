/** What generation may cost. Schemas come from strangers, so that every loop over one has its limit here. */
export const LIMITS = {
  /** How often a recursive schema is entered again below itself. */
  recursion: 3,
  /** Alternatives kept of one schema after `anyOf`, `oneOf` and `if` were multiplied out. */
  branches: 48,
  /** Levels of nesting of a schema, arrays and objects of its text counted. */
  schemaLevels: 120,
  /** Schema nodes compiled; beyond, optional parts are left out. */
  nodes: 4_000,
  /** Characters of a string: without `maxLength`, and in any case. */
  openTextCharacters: 1_024,
  textCharacters: 65_536,
  /** Items of an array: without `maxItems`, and in any case. */
  openItems: 24,
  items: 2_048,
  /** Items of an array inside of a recursion. */
  recursiveItems: 3,
  /** The sum of all parts of one value, long strings counting for more. */
  valueCost: 2_048,
  /** Attempts at a value that only a filter can decide. */
  attempts: 60,
  /** Labelled violations, and labelled edges, of one schema. */
  labels: 2_000,
  /** Levels of nesting below which no violations are looked for. */
  labelDepth: 6,
  /** Characters of a text that is made to break a pattern which may backtrack without end. */
  riskyPatternCharacters: 18,
} as const;
