/** A campaign: the same seed makes the same cases, and a fault is found, confirmed, made smaller, and kept as a recording. */
import { expect, test } from 'vitest';
import { recordedFinding, findingLines } from '../../src/recording/finding-lines.js';
import { RecordingAssembler } from '../../src/recording/recording.js';
import { requestOf } from '../../src/exchange/answer.js';
import { broken, isRecord, sound, withoutDelay } from '../servers/sound/behaviour.js';
import nameIgnored from '../servers/broken/header.name-mismatch.js';
import { resultOf } from '../servers/sound/drafts.js';
import { overHttp, told, type Told } from './run.js';

const RUNS = 24;

/** The answer to a long title lacks the status that the output schema requires. */
const losesStatus = broken({
  async run(tool, args, about) {
    const whole = await sound.run(tool, args, about);
    if (!('structuredContent' in whole) || !isRecord(whole.structuredContent)) return whole;
    const { status, ...rest } = whole.structuredContent;
    const isLong = typeof args['title'] === 'string' && Array.from(args['title']).length > 20;
    return isLong ? resultOf(rest) : resultOf(status === undefined ? rest : { ...rest, status });
  },
});

const campaign = async (seed: number): Promise<Told> =>
  told({ ...(await overHttp({ behaviour: withoutDelay(losesStatus) })), eras: ['modern'], fuzzRuns: RUNS, seed });

const labels = ({ events }: Told): string[] =>
  events.flatMap((event) => (event.type === 'case-done' ? [event.label] : []));
const bytes = ({ exchanges }: Told): string[] => exchanges.map(({ request }) => request.body.bytes.toString('latin1'));

test('the same seed gives the same cases and findings to the byte, another seed other ones', async () => {
  const [once, again, other] = [await campaign(3), await campaign(3), await campaign(4)];
  expect(labels(again)).toEqual(labels(once));
  expect(bytes(again)).toEqual(bytes(once));
  expect(again.findings).toEqual(once.findings);
  expect(bytes(other)).not.toEqual(bytes(once));
});

test('a planted fault is found, and shrunk to what shows it', async () => {
  const { findings, found } = await campaign(3);
  expect(findings).toMatchObject([
    { check: 'tools.output-schema', level: 'must', confidence: 'confirmed', era: 'modern', tool: 'create_draft' },
  ]);
  expect(findings[0]?.shrinks).toBeGreaterThan(0);
  const [sent] = found[0]?.evidence.steps.flatMap(({ step, exchanges }) => (step.do === 'send' ? exchanges : [])) ?? [];
  const params = sent && requestOf(sent.request)?.params;
  const args = isRecord(params) && isRecord(params['arguments']) ? params['arguments'] : {};
  // Required arguments and no other, and the shortest title that is too long.
  expect(Object.keys(args).toSorted()).toEqual(['body', 'title']);
  expect(Array.from(String(args['title']))).toHaveLength(21);
});

test('the recording of a finding holds its case and its control, and can be read back', async () => {
  const { found } = await campaign(3);
  const [one] = found;
  if (!one) throw new Error('nothing was found');
  const header = { at: '2026-11-30T12:00:00.000Z', target: { kind: 'http', name: 'http://127.0.0.1/mcp' } } as const;
  const assembler = new RecordingAssembler('finding.jsonl');
  for (const line of findingLines(one, header)) assembler.add(Buffer.from(JSON.stringify(line)));
  const read = recordedFinding(assembler.result());
  expect(read?.finding).toEqual(one.finding);
  const stepsOf = (evidence: typeof one.evidence | undefined) => evidence?.steps.map(({ step }) => step.do);
  expect(stepsOf(read?.evidence)).toEqual(stepsOf(one.evidence));
  expect(stepsOf(read?.control)).toEqual(stepsOf(one.control));
});

test('a fault of the headers is told once, whichever tools and callers show it', async () => {
  const at = await overHttp({ behaviour: withoutDelay(broken(nameIgnored.breaks)) });
  const { findings } = await told({ ...at, eras: ['modern'], fuzzRuns: 160, seed: 3 });
  expect(findings.filter(({ check }) => check === 'header.name-mismatch')).toHaveLength(1);
});

test('without leave to write, valid calls of a write tool are held back and counted', async () => {
  const run = await told({
    ...(await overHttp({ behaviour: withoutDelay(sound), config: { tools: {} } })),
    eras: ['modern'],
    fuzzRuns: RUNS,
  });
  const created = run.exchanges.filter(
    ({ request, outcome }) => requestOf(request)?.name === 'create_draft' && outcome === 'ok',
  );
  expect(created).toEqual([]);
  expect(run.notes.join()).toMatch(/\d+ valid calls were held back, as create_draft may not be run/);
});

test('a campaign in which no tool ever succeeds is inconclusive', async () => {
  const behaviour = broken({ run: () => Promise.resolve({ content: [], isError: true }) });
  const { verdict } = await told({ ...(await overHttp({ behaviour })), eras: ['modern'], fuzzRuns: RUNS });
  expect(verdict).toMatchObject({ kind: 'inconclusive' });
});

test('an interruption ends a campaign', async () => {
  const stop = new AbortController();
  const at = await overHttp({ behaviour: withoutDelay(sound) });
  const listener = ({ type }: { type: string }): void => void (type === 'case-done' && stop.abort());
  const run = await told({ ...at, fuzzRuns: RUNS, signal: stop.signal, listener });
  expect(run.verdict).toEqual({ kind: 'interrupted' });
  expect(labels(run)).toHaveLength(1);
});
