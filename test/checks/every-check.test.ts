/** Every check against a server that breaks its rule, in each era and on each transport that it names. */
import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CHECKS } from '../../src/checks/list.js';
import type { Era } from '../../src/mcp/eras.js';
import type { Transport } from '../../src/exchange/exchange.js';
import { broken, withoutDelay } from '../servers/sound/behaviour.js';
import type { BrokenServer } from '../servers/broken/broken-server.js';
import { overHttp, overStdio, told, type Told } from '../engine/run.js';

const folder = new URL('../servers/broken/', import.meta.url);
const ids = readdirSync(folder)
  .filter((name) => name.includes('.', name.indexOf('.') + 1))
  .map((name) => name.replace(/\.ts$/, ''));

const brokenServer = async (id: string): Promise<BrokenServer> => {
  const file = (await import(new URL(`${id}.ts`, folder).href)) as { default: BrokenServer };
  return file.default;
};

/** Long enough for anything but silence, of which a few checks need several. */
const TIMEOUT_MS = 1200;
const FUZZ_RUNS = 40;

async function runAgainst(server: BrokenServer, era: Era, transport: Transport): Promise<Told> {
  const whole = broken(server.breaks);
  const behaviour = server.by === 'fuzz' ? withoutDelay(whole) : whole;
  const config = { timeoutMs: TIMEOUT_MS, ...server.config?.(era) };
  const at =
    transport === 'http' ? await overHttp({ behaviour, config, revivesAfterMs: 40 }) : overStdio(behaviour, config);
  return told({
    ...at,
    eras: [era],
    checks: [server.check, ...(server.beside ?? [])],
    ...(server.by === 'fuzz' ? { fuzzRuns: FUZZ_RUNS } : {}),
  });
}

/** Those that compare recorded traffic are proven where replay is, in test/replay. */
const ASKING = CHECKS.filter(({ needs }) => !needs.includes('recording'));

test('every check has its broken server, and no broken server is left without its check', () => {
  expect(ids.toSorted()).toEqual(ASKING.map(({ id }) => id).toSorted());
});

describe.each(ASKING)('$id', ({ id, eras, transports }) => {
  const places = eras.flatMap((era) => transports.map((transport) => ({ era, transport })));

  test.each(places)('turns red on its broken server: $era, $transport', async ({ era, transport }) => {
    const server = await brokenServer(id);
    const { findings, rows } = await runAgainst(server, era, transport);
    const own = findings.filter(({ check }) => check === id);
    expect(own[0] ?? rows).toMatchObject({
      check: id,
      level: server.level,
      confidence: 'confirmed',
      era,
      transport,
    });
    if (server.by !== 'fuzz')
      expect(rows.find((row) => row.id === id && row.status === 'failed')).toMatchObject({ era, transport });
  });
});
