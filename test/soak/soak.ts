/**
 * `npm run soak -- --for 2h`: the recorder under moderate load for a long time. How it works:
 * 1. the built program records between a server and some clients, all on real sockets;
 * 2. its memory is sampled from outside;
 * 3. at the end it is stopped by a signal, and every exchange on disk is held against what was sent.
 * The curve goes to docs/soak.md. The exit code is 1 where an exchange is missing or wrong, or memory grew.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkSoak } from './check.js';
import { soakPage, type Sample } from './page.js';
import { residentMib } from './memory.js';
import { SoakClient, soakServer, type Sent } from './traffic.js';

const { values } = parseArgs({
  options: {
    for: { type: 'string', default: '2h' },
    rate: { type: 'string', default: '30' },
    clients: { type: 'string', default: '8' },
    program: { type: 'string', default: fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url)) },
    output: { type: 'string', default: fileURLToPath(new URL('../../docs/soak.md', import.meta.url)) },
  },
});

const UNIT_MS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

function durationMs(text: string): number {
  const [, number, unit = ''] = /^(\d+)([smh])$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`--for ${text}: expected a time such as 90s, 30m or 2h`);
  return Number(number) * (UNIT_MS[unit] ?? 0);
}

/** The program that records, in a folder of its own. */
async function startRecorder(program: string, target: string, folder: string) {
  const args = ['record', '--target', target, '--port', '0', '--out', folder, '--name', 'soak', '--quiet'];
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const [line] = (await Promise.race([
    once(child.stdout, 'data'),
    exit.then(() => Promise.reject(new Error(`${program} did not start`))),
  ])) as [Buffer];
  return { pid: child.pid ?? 0, url: String(line).trim(), exit, stop: () => child.kill('SIGTERM') };
}

async function main(): Promise<void> {
  const lastsMs = durationMs(values.for);
  const rate = Number(values.rate);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'shakedown-soak-'));
  const server = await soakServer();
  const recorder = await startRecorder(values.program, server.url, folder);
  const sent: Sent[] = [];
  const clients = Array.from(
    { length: Number(values.clients) },
    (_, i) => new SoakClient(recorder.url, `client-${i}`, (one) => sent.push(one)),
  );
  const startedAt = new Date();
  const samples: Sample[] = [];
  const failures: string[] = [];
  const sample = (): void => {
    const atMs = Date.now() - startedAt.getTime();
    samples.push({ atMs, exchanges: sent.length, residentMib: residentMib(recorder.pid) });
  };
  const sampler = setInterval(sample, Math.max(1000, lastsMs / 60));
  const untilMs = startedAt.getTime() + lastsMs;
  const gapMs = (1000 * clients.length) / rate;
  await Promise.all(
    clients.map(async (client) => {
      while (Date.now() < untilMs) {
        const beganAt = Date.now();
        await client.call().catch((error: unknown) => failures.push(String(error)));
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, gapMs - (Date.now() - beganAt))));
      }
    }),
  );
  clearInterval(sampler);
  sample();
  const endedAt = new Date();
  for (const client of clients) client.close();
  recorder.stop();
  const [exitCode] = await recorder.exit;
  const stoppedMs = Date.now() - endedAt.getTime();
  server.close();
  const verdict = await checkSoak([path.join(folder, 'soak.jsonl')], sent);
  rmSync(folder, { recursive: true, force: true });
  const page = soakPage({ startedAt, endedAt, rate, clients: clients.length, samples, verdict, sent, stoppedMs });
  writeFileSync(values.output, page.text);
  const faults = [...failures, ...verdict.faults, ...page.faults, ...(exitCode === 0 ? [] : [`exit code ${exitCode}`])];
  console.log(`${sent.length} sent, ${verdict.recorded} recorded, ${faults.length} faults; ${values.output}`);
  for (const fault of faults.slice(0, 20)) console.log(`  ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

await main();
