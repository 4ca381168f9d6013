/**
 * What `record` says when it ends: how many exchanges and how they ended, the revision that each client really spoke,
 * what reading alone finds wrong, and the next commands to paste.
 */
import { statSync } from 'node:fs';
import { CHECKS } from '../checks/list.js';
import type { Finding } from '../case/finding.js';
import type { ClientSeen } from '../engine/events.js';
import { judgeRecording } from '../engine/judge-recording.js';
import type { RecordingProxy } from '../proxy/record.js';
import { readRecording } from '../recording/read.js';
import { containsMask } from '../recording/redaction/mask.js';
import type { Recording } from '../recording/recording.js';
import { quoted } from '../report/curl.js';
import { inert } from '../report/inert.js';
import { plural } from '../report/terminal/layout.js';
import { TOOL } from '../version.js';
import { RECORDING_CONFIG } from './probe-recording.js';

/** A signal ends `record` within five seconds; a larger recording takes longer to be read. */
const READ_BYTES_MAX = 32 * 1024 * 1024;
const FINDINGS_SHOWN_MAX = 5;

interface Judged {
  readonly clients: readonly ClientSeen[];
  readonly notes: readonly string[];
  readonly findings: readonly Finding[];
}

function judge({ exchanges }: Recording, file: string): Judged {
  const clients: ClientSeen[] = [];
  const notes: string[] = [];
  const findings: Finding[] = [];
  judgeRecording(
    {
      config: RECORDING_CONFIG,
      checks: CHECKS,
      emit(event) {
        if (event.type === 'client-seen') clients.push(event.client);
        if (event.type === 'note') notes.push(event.text);
        if (event.type === 'finding') findings.push(event.finding);
      },
      recordingOf: () => file,
      reproduceOf: () => '',
    },
    exchanges,
  );
  return { clients, notes, findings };
}

/** `10 ok, 1 tool-error`, the most frequent first. */
function outcomesOf({ exchanges }: Recording): string {
  const counts = new Map<string, number>();
  for (const { outcome } of exchanges) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
}

const labelled = (label: string, lines: readonly string[]): string[] =>
  lines.map((line, i) => `  ${(i === 0 ? label : '').padEnd(15)}  ${line}`);

const clientText = ({ name, principal, era, version }: ClientSeen): string =>
  inert(`${name} (${principal}): ${era}, ${version}`);

function findingLines(findings: readonly Finding[]): string[] {
  const shown = findings
    .slice(0, FINDINGS_SHOWN_MAX)
    .map(({ level, check, title }) => inert(`${level}  ${check}  ${title}`));
  const more = findings.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}

/** Reading is no part of recording: what goes wrong in it must not look like a recording that went wrong. */
function readingOf(files: readonly string[]): string[] {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  if (bytes > READ_BYTES_MAX) return [];
  const parts = files.map((file) => readRecording(file));
  const [first] = parts;
  if (first === undefined) return [];
  const whole = { ...first, exchanges: parts.flatMap(({ exchanges }) => exchanges) };
  const { clients, notes, findings } = judge(whole, first.name);
  return [
    ...(whole.exchanges.length === 0 ? [] : labelled('outcomes', [outcomesOf(whole)])),
    ...labelled('spoke', clients.map(clientText)),
    ...labelled('note', notes.map(inert)),
    ...labelled('found', findingLines(findings)),
  ];
}

/** The target as it may be shown; undefined where a secret stood in it. */
function targetOf(file: string): string {
  const { name } = readRecording(file).header.target;
  return containsMask(name) || name.includes('@') ? 'URL' : quoted(name);
}

function nextCommands(files: readonly string[], isSmall: boolean): string[] {
  const [first = ''] = files;
  const all = files.map(quoted).join(' ');
  const target = isSmall ? targetOf(first) : 'URL';
  return [
    ...labelled('look at it', [`${TOOL.name} inspect ${quoted(first)}`]),
    ...labelled('judge it', [`${TOOL.name} probe --recording ${quoted(first)}`]),
    ...labelled('send it again', [`${TOOL.name} replay ${all} --target ${target}`]),
  ];
}

export function recordSummary({ exchanges, files }: Pick<RecordingProxy, 'exchanges' | 'files'>): string {
  const [first = '', ...others] = files;
  const more = others.length > 0 ? ` and ${plural(others.length, 'file')} after it` : '';
  const lines = [`${TOOL.name}: ${plural(exchanges, 'exchange')} in ${first}${more}`];
  try {
    const read = readingOf(files);
    lines.push(...read, ...nextCommands(files, read.length > 0));
  } catch {
    lines.push(...nextCommands(files, false));
  }
  return `${lines.join('\n')}\n`;
}
