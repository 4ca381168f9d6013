/** The sound server passes every check, however it is set up: what turns red here is a false finding. */
import { expect, test } from 'vitest';
import type { CheckRow } from '../../src/case/finding.js';
import { CHECKS } from '../../src/checks/list.js';
import type { Era } from '../../src/mcp/eras.js';
import type { Transport } from '../../src/exchange/exchange.js';
import { broken, sound, withoutDelay } from '../servers/sound/behaviour.js';
import { overHttp, overStdio, told, type Told } from '../engine/run.js';

/** Checks that leave a row only where something fails, as they look for what a sound server never does. */
const SILENT = ['tools.handler-fault-channel'];

const planned = (id: string): boolean =>
  CHECKS.some((check) => check.id === id && ('plan' in check || 'onEveryCase' in check || 'look' in check));

/** The checks that must have reached a verdict in an era. */
function expected(era: Era, transport: Transport, isOnly: boolean): string[] {
  return CHECKS.filter((check) => {
    const { id, eras, transports, fuzzed } = check;
    if (!eras.includes(era) || !transports.includes(transport) || SILENT.includes(id)) return false;
    if (id.startsWith('version.initialize-on-modern-only')) return isOnly;
    return planned(id) && !(fuzzed && !('plan' in check));
  }).map(({ id }) => id);
}

const passed = (row: CheckRow): boolean => row.status === 'passed' || row.status === 'not-applicable';

function expectAllPassed({ verdict, findings, rows }: Told, eras: readonly Era[], transport: Transport): void {
  expect(verdict).toEqual({ kind: 'tested' });
  expect(findings).toEqual([]);
  expect(rows.filter((row) => !passed(row))).toEqual([]);
  for (const era of eras) {
    const ids = rows.filter((row) => row.era === era && row.status === 'passed').map(({ id }) => id);
    expect([...new Set(ids)].toSorted()).toEqual(expected(era, transport, eras.length === 1).toSorted());
  }
}

const BOTH: readonly Era[] = ['legacy', 'modern'];
const SETUPS = [
  { eras: BOTH, answers: 'json', sessions: 'stateful' },
  { eras: BOTH, answers: 'events', sessions: 'stateless' },
  { eras: ['modern'], answers: 'json', sessions: 'stateful' },
  { eras: ['modern'], answers: 'events', sessions: 'stateful' },
  { eras: ['legacy'], answers: 'events', sessions: 'stateful' },
  { eras: ['legacy'], answers: 'json', sessions: 'stateless' },
] as const;

test.each(SETUPS)('passes over HTTP: eras $eras, answers as $answers, $sessions', async ({ eras, ...setup }) => {
  const run = await told(await overHttp({ behaviour: broken({ eras }), ...setup, config: { eras } }));
  expectAllPassed(run, eras, 'http');
});

test.each([{ eras: BOTH }, { eras: ['modern'] as const }, { eras: ['legacy'] as const }])(
  'passes on stdio: eras $eras',
  async ({ eras }) => {
    const run = await told(overStdio(broken({ eras }), { eras }));
    expectAllPassed(run, eras, 'stdio');
  },
);

test.each(['http', 'stdio'] as const)('a campaign finds nothing on it: %s', async (transport) => {
  const behaviour = withoutDelay(sound);
  const at = transport === 'http' ? await overHttp({ behaviour }) : overStdio(behaviour, { timeoutMs: 300 });
  const { verdict, findings } = await told({ ...at, fuzzRuns: 160 });
  expect(findings.filter(({ level }) => level !== 'divergence')).toEqual([]);
  expect(verdict).toEqual({ kind: 'tested' });
});
