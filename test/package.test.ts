import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { TOOL } from '../src/version.js';

const root = fileURLToPath(new URL('../', import.meta.url));

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
  readonly exports: Readonly<Record<string, unknown>>;
}

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;

/** `dist/src/cli/main.js` as the source that it is built from. */
const sourceOf = (built: string): string => built.replace(/^\.?\/?dist\//, '').replace(/\.js$/, '.ts');

test('the program knows its own name and version', () => {
  expect({ name: manifest.name, version: manifest.version }).toEqual(TOOL);
});

test('both programs are the same one, and start under Node', () => {
  const [one, two] = [manifest.bin['mcp-shakedown'], manifest.bin['shakedown']];
  expect(one).toBe(two);
  expect(readFileSync(root + sourceOf(one ?? ''), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
});

test('every export is built from a source that exists', () => {
  const defaults = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'object' && entry !== null && 'default' in entry ? [String(entry.default)] : [],
  );
  expect(defaults.length).toBeGreaterThan(0);
  for (const file of defaults) expect(() => readFileSync(root + sourceOf(file))).not.toThrow();
});

test('the package holds documents and examples, and neither tests nor sources', { timeout: 60_000 }, async () => {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const { stdout } = await promisify(execFile)(npm, args, { cwd: root, shell: process.platform === 'win32' });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const files = (packed?.files ?? []).map(({ path }) => path);
  for (const needed of [
    'README.md',
    'CHANGELOG.md',
    'LICENSE',
    'ARCHITECTURE.md',
    'package.json',
    'docs/checks.md',
    'docs/demo-output.md',
    'examples/drafts.config.yaml',
    'examples/drafts-server/main.ts',
  ]) {
    expect(files).toContain(needed);
  }
  expect(files.filter((file) => /^(?:test|src|generators|recordings|node_modules|\.ci)\//.test(file))).toEqual([]);
});
