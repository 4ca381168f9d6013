import { PassThrough } from 'node:stream';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Check } from '../../src/checks/check.js';
import { CHECKS } from '../../src/checks/list.js';
import { NEEDS } from '../../src/checks/needs.js';
import { checksCommand } from '../../src/cli/checks.js';
import { explainCommand, nearestIds } from '../../src/cli/explain.js';
import { UserError } from '../../src/user-error.js';
import { expectGolden } from '../golden/golden.js';

const aCheck = (fields: Partial<Check>): Check => ({
  id: 'header.name-mismatch',
  title: 'rejects a call whose Mcp-Name differs from the body',
  layer: 'envelope',
  level: 'must',
  kind: 'protocol',
  eras: ['modern'],
  transports: ['http'],
  source: '2026-07-28 basic/transports/streamable-http § Server Validation',
  needs: ['safe-args'],
  safety: 'refused',
  explain: {
    sends: 'A valid tool call whose Mcp-Name header names another tool of the server than the body does.',
    right: 'HTTP 400 with JSON-RPC error -32020 (HeaderMismatch), and neither tool runs.',
    why: 'A gateway that allows or routes by the header would let through what the body really asks for.',
  },
  ...fields,
});

const TWO: readonly Check[] = [
  aCheck({}),
  aCheck({
    id: 'cancel.late-write',
    title: 'writes nothing for a caller who has disconnected',
    layer: 'cancellation',
    level: 'declared',
    kind: 'effect',
    eras: ['legacy', 'modern'],
    transports: ['http', 'stdio'],
    needs: ['state', 'slow-tool'],
    safety: 'writes',
  }),
];

/** A stdout that is a pipe. */
const pipe = () => {
  const stream = new PassThrough({ encoding: 'utf8' });
  return { stream: stream as unknown as NodeJS.WriteStream, text: () => (stream.read() as string | null) ?? '' };
};

async function checks(...args: string[]): Promise<string> {
  const { stream, text } = pipe();
  await checksCommand(TWO, stream).parseAsync(args, { from: 'user' });
  return text();
}

async function explain(...args: string[]): Promise<string> {
  const { stream, text } = pipe();
  await explainCommand(TWO, stream).parseAsync(args, { from: 'user' });
  return text();
}

describe('checks', () => {
  test('lists each check by its layer, with what it needs', async () => {
    expectGolden('checks', { exitCode: 0, text: await checks() });
  });

  test('--json - prints one document and nothing else', async () => {
    const document = JSON.parse(await checks('--json', '-')) as { checks: unknown[] };
    expect(document).toMatchObject({
      format: 'mcp-shakedown/checks',
      version: 1,
      checks: [
        { id: 'header.name-mismatch', keys: ['tools.NAME.arguments', 'tools.NAME.run', 'allowWrites'] },
        {
          id: 'cancel.late-write',
          needs: ['state', 'slow-tool'],
          keys: ['state', 'tools.NAME.slowMs'],
          safety: 'writes',
        },
      ],
    });
  });

  test('--json FILE writes the document and still prints the list', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checks-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    expect(await checks('--json', join(folder, 'checks.json'))).toContain('header.name-mismatch');
    expect(JSON.parse(readFileSync(join(folder, 'checks.json'), 'utf8'))).toMatchObject({ version: 1 });
  });
});

describe('explain', () => {
  test('tells what is sent, what is right, why, and the keys that it needs', async () => {
    expectGolden('explain', { exitCode: 0, text: await explain('cancel.late-write') });
  });

  test('an unknown id is answered with the nearest, and ends with 2', async () => {
    const failure = await explain('header.nam-mismatch').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UserError);
    expect(failure).toMatchObject({
      exitCode: 2,
      message:
        'There is no check named "header.nam-mismatch". The nearest: header.name-mismatch, cancel.late-write. ' +
        'mcp-shakedown checks lists them all.',
    });
  });

  test('the beginning of an id is answered with those that begin so', () => {
    expect(nearestIds('cancel.', ['header.name-mismatch', 'cancel.late-write', 'cancel.unknown-id'])).toEqual([
      'cancel.late-write',
      'cancel.unknown-id',
    ]);
  });
});

describe('the catalogue', () => {
  test('has each id once, in the form family.name', () => {
    const ids = CHECKS.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z]+\.[a-z0-9]+(?:-[a-z0-9]+)*$/);
  });

  test('says of every need which configuration key meets it', () => {
    for (const need of CHECKS.flatMap(({ needs }) => needs)) expect(NEEDS[need].keys).not.toEqual([]);
  });

  test('explains each check in full sentences', () => {
    const texts = CHECKS.flatMap(({ id, explain: parts }) => Object.values(parts).map((text) => ({ id, text })));
    expect(texts.filter(({ text }) => !/^\S.*[.]$/.test(text))).toEqual([]);
  });
});
