/** The memory of another process, as the system counts it. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Its resident size in MiB. */
export function residentMib(pid: number): number {
  if (process.platform === 'linux') {
    const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Math.round(Number(kib) / 102.4) / 10;
  }
  if (process.platform === 'win32') {
    const row = execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
    return Math.round(Number(/"([^"]*)"\s*$/.exec(row)?.[1]?.replace(/\D/g, '')) / 102.4) / 10;
  }
  return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 102.4) / 10;
}
