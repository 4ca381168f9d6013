/** docs/soak.md: what ran, for how long, and the memory of the recorder over that time. Pure. */
import os from 'node:os';
import type { SoakVerdict } from './check.js';
import type { Sent } from './traffic.js';

export interface Sample {
  readonly atMs: number;
  readonly exchanges: number;
  readonly residentMib: number;
}

export interface Soak {
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly rate: number;
  readonly clients: number;
  readonly samples: readonly Sample[];
  readonly sent: readonly Sent[];
  readonly verdict: SoakVerdict;
  /** How long the recorder took to end after its signal. */
  readonly stoppedMs: number;
}

/** Garbage collectors are late; what is more than this is growth. */
const GROWTH_MIB_MAX = 40;
const BAR_MAX = 40;
const ROWS_MAX = 31;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

const minutes = (ms: number): string => (ms / 60_000).toFixed(1);

/** Mean of the second quarter against the mean of the last: the first one is warming up. */
export function growthMib(samples: readonly Sample[]): number {
  const quarter = Math.floor(samples.length / 4);
  const sizes = samples.map(({ residentMib }) => residentMib);
  return mean(sizes.slice(-quarter || undefined)) - mean(sizes.slice(quarter, 2 * quarter || undefined));
}

function curve(samples: readonly Sample[]): string {
  const step = Math.ceil(samples.length / ROWS_MAX);
  const shown = samples.filter((_, i) => i % step === 0 || i === samples.length - 1);
  const top = Math.max(...shown.map(({ residentMib }) => residentMib));
  return shown
    .map(({ atMs, exchanges, residentMib }) => {
      const bar = '#'.repeat(Math.round((BAR_MAX * residentMib) / top));
      return `${minutes(atMs).padStart(6)} ${String(exchanges).padStart(10)} ${residentMib.toFixed(1).padStart(9)}  ${bar}`;
    })
    .join('\n');
}

export function soakPage(soak: Soak): { readonly text: string; readonly faults: readonly string[] } {
  const { startedAt, endedAt, rate, clients, samples, sent, verdict, stoppedMs } = soak;
  const growth = growthMib(samples);
  const faults = growth > GROWTH_MIB_MAX ? [`memory grew by ${growth.toFixed(1)} MiB`] : [];
  const kinds = [...new Set(sent.map(({ kind }) => kind))].toSorted();
  const counted = kinds.map((kind) => `${sent.filter((one) => one.kind === kind).length} ${kind}`).join(', ');
  const text = `# Soak

\`npm run soak -- --for 2h\` puts the recorder between a server and ${clients} clients for as long as it is told, samples its memory
from outside, and at the end holds every exchange on disk against what was sent. The last run:

| | |
|---|---|
| started | ${startedAt.toISOString()} |
| ended | ${endedAt.toISOString()} |
| lasted | ${minutes(endedAt.getTime() - startedAt.getTime())} min, ${rate} requests a second aimed at, ${((1000 * sent.length) / (endedAt.getTime() - startedAt.getTime())).toFixed(1)} reached |
| on | Node ${process.version}, ${process.platform} ${process.arch}, ${os.availableParallelism()} cores, shared with server, clients and other work |
| sent | ${sent.length}: ${counted} |
| on disk | ${verdict.recorded} exchanges, ${(verdict.bytes / 2 ** 20).toFixed(1)} MiB |
| missing or wrong | ${verdict.faults.length} |
| memory | ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MiB between the second quarter of the time and the last |
| ended after its signal | ${stoppedMs} ms |

The resident size of the recorder:

\`\`\`
   min  exchanges       MiB
${curve(samples)}
\`\`\`
`;
  return { text, faults };
}
