/** The storage before and after, compared and said in words; and the refusals that it is read around. */
import { expect, test } from 'vitest';
import { refusedWriteNothing } from '../../../src/checks/state/refused-write-nothing.js';
import { refusalsOf } from '../../../src/checks/kit/refusals.js';
import { comparedStates, describeChange, describeState } from '../../../src/checks/kit/state.js';
import type { Evidence, Step } from '../../../src/case/case.js';
import type { Knowledge } from '../../../src/checks/check.js';
import type { JsonObject } from '../../../src/mcp/json-rpc.js';
import type { Transport } from '../../../src/exchange/exchange.js';
import type { Era } from '../../../src/mcp/eras.js';
import { TOOLS } from '../../servers/sound/behaviour.js';
import { anExchange, aRequest, error, evidenceOf, result, type Answered } from '../../engine/samples.js';
import { aConfig } from '../../engine/run.js';

test.each<[unknown, string]>([
  [{ drafts: [1, 2], tags: [] }, 'drafts: 2, tags: 0'],
  [[1, 2, 3], '3 records'],
  [{ count: 7 }, '{"count":7}'],
  [null, 'null'],
  [undefined, 'nothing'],
  ['x'.repeat(100), `"${'x'.repeat(58)}…`],
])('%j is told as %s', (state, words) => expect(describeState(state)).toBe(words));

const evidence = (before: unknown, after: unknown) => evidenceOf(anExchange(aRequest(), result()), { before, after });

test('two readings are the same where their JSON is, whatever the order of keys', () => {
  expect(comparedStates(evidence({ a: 1, b: [2] }, { b: [2], a: 1 }), 'before', 'after')?.same).toBe(true);
  expect(comparedStates(evidence({ a: [1, 2] }, { a: [2, 1] }), 'before', 'after')?.same).toBe(false);
  expect(comparedStates(evidence({ a: 1 }, undefined), 'before', 'after')).toBeUndefined();
});

test('a change is told by its counts, and where they are the same, as what it is', () => {
  expect(describeChange({ before: 'drafts: 1', after: 'drafts: 2', same: false })).toBe(
    'the storage went from drafts: 1 to drafts: 2',
  );
  expect(describeChange({ before: 'drafts: 1', after: 'drafts: 1', same: false })).toBe(
    'the records changed (drafts: 1)',
  );
});

const listed = TOOLS.map(({ name, definition }) => ({ name, definition: definition as JsonObject }));
const known = (transport: Transport): Knowledge => ({
  transport,
  path: '/mcp',
  config: aConfig(),
  eras: { modern: ['2026-07-28'] },
  about: {},
  tools: (principal) => (principal === 'writer' ? listed : listed.slice(0, 1)),
});
const namesOf = (era: Era, transport: Transport): string[] => {
  const of = known(transport);
  const [principal] = of.config.principals;
  const tool = listed[1];
  return principal && tool ? refusalsOf(of, era, { principal, tool }).map(({ name }) => name) : [];
};

test('a write tool is refused in each way that its schema, the other callers and the era give', () => {
  const byArguments = ['add-undeclared-argument', 'drop-title', 'mistype-title', 'call-as-reader'];
  expect(namesOf('modern', 'http')).toEqual([...byArguments, 'swap-name-header', 'drop-meta', 'swap-protocol-version']);
  expect(namesOf('legacy', 'http')).toEqual(byArguments);
  expect(namesOf('modern', 'stdio')).toEqual(byArguments);
});

const read = (label: string, state: unknown) => ({
  step: { do: 'read-state', label } as const,
  atMs: 0,
  exchanges: [],
  state,
});

/** The evidence of refusals, each with its answer and the state that was read after it. */
function refusals(
  answers: readonly (readonly [string, Answered, unknown])[],
  settled: unknown,
  noise: unknown = 0,
): Evidence {
  const steps = answers.flatMap(([name, answered, state]) => {
    const request = aRequest();
    const send: Step = { do: 'send', label: `refusal ${name}`, as: 'writer', era: 'modern', request };
    return [{ step: send, atMs: 0, exchanges: [anExchange(request, answered)] }, read(`after ${name}`, state)];
  });
  return {
    subject: { era: 'modern', transport: 'http', mutations: answers.map(([name]) => name) },
    steps: [read('noise', noise), read('before', 0), ...steps, read('settled', settled)],
  };
}
const judged = (evidence: Evidence) => refusedWriteNothing.judge?.(evidence, { config: aConfig() });

test('refusals that change nothing pass, with the storage as evidence', () => {
  expect(judged(refusals([['a', error(-32602), 0]], 0))).toEqual({
    status: 'passed',
    state: { before: '0', after: '0', same: true },
  });
});

test('a refusal after which the storage differs is named', () => {
  const verdict = judged(
    refusals(
      [
        ['a', error(-32602), 0],
        ['b', error(-32020), 1],
      ],
      1,
    ),
  );
  expect(verdict).toMatchObject({
    status: 'failed',
    title: 'Server refused a call (b) after it had changed the storage',
  });
});

test('a change that comes late is found too', () => {
  expect(judged(refusals([['a', error(-32602), 0]], 1))).toMatchObject({
    status: 'failed',
    received: expect.anything() as unknown,
  });
});

test('what an accepted call wrote is no change by a refusal, and is not shown as one', () => {
  const verdict = judged(
    refusals(
      [
        ['a', result(), 1],
        ['b', error(-32602), 1],
      ],
      1,
    ),
  );
  expect(verdict).toEqual({ status: 'passed', note: 'not refused, so not judged here: a' });
});

test('where nothing was refused, nothing can be said', () => {
  expect(judged(refusals([['a', result(), 1]], 1))).toMatchObject({ status: 'not-testable' });
});

test('a state that differs between two reads with no call in between proves nothing', () => {
  expect(judged(refusals([['a', error(-32602), 1]], 1, 7))).toMatchObject({ status: 'not-testable' });
});
