/** The catalogue as docs/checks.md: a paragraph a check, so that a finding's id leads to what it means. */
import type { Check } from '../checks/check.js';
import { NEEDS, SAFETY_WORDS } from '../checks/needs.js';
import { LAYERS } from '../case/levels.js';

const INTRODUCTION = `# The checks

Every check of the catalogue: what it sends, what a correct server answers, and why it matters. The ids are the same in
reports, on the command line (\`--check header.\`, \`--skip cancel.\`) and in the configuration (\`expect\`). \`mcp-shakedown
explain ID\` prints one of these paragraphs.

A check accepts every answer that the specification permits. It is *not applicable* where the server does not have what it
is about, and *not testable* where something is missing that only you can give; the tables say which key gives it.

This page is made from \`src/checks/\` and held to it by a test.
`;

const code = (text: string): string => `\`${text}\``;

const levelWords = {
  must: 'breaks a MUST of the specification, or does not survive an input',
  declared:
    'breaks what its owner stated, or what it stated itself; or changed the storage in a refused or abandoned call',
  should: 'breaks a SHOULD',
  heuristic: 'does what is unwise though the text is silent',
  divergence: 'differs from the text in a way that servers of its SDK share; never red',
  info: 'is worth a note; never a finding',
} as const;

const levelTable = (checks: readonly Check[]): string[] => [
  '## Levels',
  '',
  '| level | a server that fails it … | checks |',
  '|---|---|---|',
  ...Object.entries(levelWords).flatMap(([level, words]) => {
    const count = checks.filter((check) => check.level === level).length;
    return count === 0 ? [] : [`| ${code(level)} | ${words} | ${count} |`];
  }),
  '',
];

const needsTable = (): string[] => [
  '## Needs',
  '',
  '| need | what it is | configuration |',
  '|---|---|---|',
  ...Object.entries(NEEDS).map(
    ([need, { words, keys }]) => `| ${code(need)} | ${words} | ${keys.map(code).join(', ')} |`,
  ),
  '',
];

const paragraph = ({ id, title, level, kind, eras, transports, source, needs, safety, explain }: Check): string[] => [
  `### ${id}`,
  '',
  `**A correct server ${title}.** ${level} · ${kind} · ${eras.join(', ')} · ${transports.join(', ')} · ${SAFETY_WORDS[safety]}`,
  '',
  `- Sent: ${explain.sends}`,
  `- Right: ${explain.right}`,
  `- Why: ${explain.why}`,
  `- Source: ${source}`,
  `- Needs: ${needs.length === 0 ? 'nothing' : needs.map(code).join(', ')}`,
  '',
];

/** The whole page. */
export function checksMarkdown(checks: readonly Check[]): string {
  const chapters = LAYERS.flatMap((layer) => {
    const ofLayer = checks.filter((check) => check.layer === layer);
    return ofLayer.length === 0 ? [] : [`## Layer: ${layer}`, '', ...ofLayer.flatMap(paragraph)];
  });
  return `${[INTRODUCTION, ...levelTable(checks), ...needsTable(), ...chapters].join('\n').trimEnd()}\n`;
}
