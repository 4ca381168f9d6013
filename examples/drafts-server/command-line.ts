/** What the command line may say, and one clear sentence for each way of getting it wrong. */
import { parseArgs } from 'node:util';
import { faults, isFaultName, type FaultName } from './faults.js';
import type { Eras } from './http.js';
import { isPrincipalName, type PrincipalName } from './principals.js';

/** Its message is meant for the person who typed the command. */
export class UsageError extends Error {}

export interface Command {
  run: 'http' | 'stdio' | 'print-state' | 'reset-state' | 'help';
  port: number;
  eras: Eras;
  principal: PrincipalName;
  honourAbort: boolean;
  delayMs: number;
  fault?: FaultName;
  stateFile?: string;
}

const flags = {
  port: { type: 'string' },
  stdio: { type: 'boolean' },
  eras: { type: 'string', default: 'both' },
  'ignore-abort': { type: 'boolean', default: false },
  'delay-ms': { type: 'string', default: '300' },
  fault: { type: 'string' },
  'state-file': { type: 'string' },
  'print-state': { type: 'boolean' },
  'reset-state': { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

export const helpText = `Usage: drafts-server [--port N | --stdio] [options]

  --port N          serve over HTTP on 127.0.0.1 (default 4000; 0 takes any free port)
  --stdio           serve over stdin and stdout; DRAFTS_PRINCIPAL=writer|reader says for whom (default writer)
  --eras E          both (default), modern or legacy
  --ignore-abort    a create goes on after its caller has given up
  --delay-ms N      how long a create takes (default 300)
  --fault NAME      plant one fault, see below
  --state-file F    keep the drafts in this file instead of in memory
  --print-state     print the drafts in the state file as JSON, and end
  --reset-state     put the start state into the state file, and end
  --help            print this, and end

Faults:
${Object.entries(faults)
  .map(([name, { title }]) => `  ${name}\n      ${title}`)
  .join('\n')}
`;

export function readCommandLine(args: string[], env: NodeJS.ProcessEnv): Command {
  const values = parse(args);
  const ways = (['port', 'stdio', 'print-state', 'reset-state', 'help'] as const).filter((flag) => flag in values);
  if (ways.includes('help')) ways.splice(0, ways.length, 'help');
  const [way = 'port', other] = ways;
  if (other !== undefined) throw new UsageError(`--${way} and --${other} cannot be used together.`);
  const stateFile = values['state-file'];
  if ((way === 'print-state' || way === 'reset-state') && stateFile === undefined) {
    throw new UsageError(`--${way} needs --state-file F, the file that the server keeps its drafts in.`);
  }
  const fault = values.fault;
  if (fault !== undefined && !isFaultName(fault)) {
    throw new UsageError(`No fault is named "${fault}"; there are ${Object.keys(faults).join(', ')}.`);
  }
  const principal = env['DRAFTS_PRINCIPAL'] ?? 'writer';
  if (!isPrincipalName(principal)) {
    throw new UsageError(`DRAFTS_PRINCIPAL is "${principal}"; it must be writer or reader.`);
  }
  return {
    run: way === 'port' ? 'http' : way,
    port: wholeNumber('--port', values.port ?? '4000', 65_535),
    eras: erasNamed(values.eras),
    principal,
    honourAbort: !values['ignore-abort'],
    delayMs: wholeNumber('--delay-ms', values['delay-ms'], 600_000),
    ...(fault !== undefined && { fault }),
    ...(stateFile !== undefined && { stateFile }),
  };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: flags, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node explains at length how "--" works; its first sentence is what was wrong.
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split(/\. |\n/);
    throw new UsageError(`${sentence.replace(/\.$/, '')}; --help lists the options.`);
  }
}

function erasNamed(text: string): Eras {
  if (text === 'both' || text === 'modern' || text === 'legacy') return text;
  throw new UsageError(`--eras is "${text}"; it must be both, modern or legacy.`);
}

function wholeNumber(flag: string, text: string, max: number): number {
  if (/^\d+$/.test(text) && Number(text) <= max) return Number(text);
  throw new UsageError(`${flag} is "${text}"; it must be a whole number from 0 to ${max}.`);
}
