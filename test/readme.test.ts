import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { FINDING_LEVELS } from '../src/case/levels.js';
import { COMMANDS } from '../src/cli/commands.js';
import { EXIT_CODE_LINES } from '../src/cli/exit-codes.js';
import { run } from '../src/cli/program.js';
import { stableDemo } from './demo/stable.js';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (file: string): string => readFileSync(root + file, 'utf8');
const README = read('README.md');
const DEMO = /```\n([\s\S]*)```\n$/.exec(read('docs/demo-output.md'))?.[1] ?? '';

/** The fenced blocks of a page, without their fences. */
const blocksOf = (page: string): string[] =>
  [...page.matchAll(/^```\w*\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);

/** The rows of the table that follows a heading cell. */
function tableUnder(heading: string): string[][] {
  const [, after = ''] = README.split(`| ${heading} |`);
  const rows = after.split('\n').slice(2);
  const end = rows.findIndex((row) => !row.startsWith('|'));
  return rows.slice(0, end).map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

describe('the demo in the documents', () => {
  test('docs/demo-output.md is what the demo prints, but for times and counts (else: npm start > …, and paste)', () => {
    const golden = readFileSync(new URL('golden/demo.txt', import.meta.url), 'utf8').replace(/^exit 0\n/, '');
    expect(stableDemo(DEMO)).toBe(golden);
  });

  test('what the README quotes stands there word for word', () => {
    const quoted = blocksOf(README).filter((block) => /^(?:\d\. |In short)/.test(block));
    expect(quoted).toHaveLength(2);
    for (const block of quoted) expect(DEMO).toContain(block);
  });
});

describe('the README', () => {
  test('has the commands that there are', () => {
    expect(tableUnder('command')).toEqual(COMMANDS.map(({ name, summary }) => [`\`${name}\``, summary]));
  });

  test('has the exit codes that there are', () => {
    expect(tableUnder('exit code')).toEqual(EXIT_CODE_LINES.map(([code, meaning]) => [String(code), meaning]));
  });

  test('has the levels that there are', () => {
    const named = tableUnder('level').flatMap(([cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(named).toEqual([...FINDING_LEVELS]);
  });

  test('shows each configuration of examples/ as it is there', () => {
    const files = readdirSync(`${root}examples`).filter((file) => /\.(?:ya?ml|json)$/.test(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      expect(README).toContain(`(examples/${file})`);
      expect(blocksOf(README)).toContain(read(`examples/${file}`));
    }
  });

  test('links to files that exist', () => {
    for (const page of ['README.md', 'CHANGELOG.md']) {
      const links = [...read(page).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, link = '']) => link);
      expect(links.filter((link) => !existsSync(root + link))).toEqual([]);
    }
  });

  test('says that a command is not there yet only while it is not', async () => {
    const [, notYet = ''] = /- Not there yet: ([\s\S]*?)\n\n/.exec(README) ?? [];
    const named = [...notYet.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(0);
    for (const name of named) await expect(run([name])).rejects.toMatchObject({ exitCode: 2 });
  });

  test('names scripts and flags that exist', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of README.matchAll(/npm (start|test)\b/g)) expect(scripts).toHaveProperty(script);
    expect(existsSync(`${root}.ci/run`)).toBe(true);
  });
});
