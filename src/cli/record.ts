/** `record`: a reverse proxy (HTTP) or a shim (stdio) in front of a server, which writes down what passes. */
import { Command, Option } from 'commander';
import type { Config } from '../config/config.js';
import { loadConfig } from '../config/load.js';
import { OAUTH_POLICIES, type OAuthPolicy } from '../proxy/protected-resource.js';
import { record } from '../proxy/record.js';
import { shim } from '../proxy/shim.js';
import { OVERLOAD_POLICIES, SLOW_WRITE_MS, type OverloadPolicy } from '../recording/overload.js';
import { TOOL } from '../version.js';
import { EXIT_CODES } from './exit-codes.js';
import { oneOf, wholeNumber } from './options.js';
import { recordSummary } from './record-summary.js';

interface RecordFlags {
  readonly target?: string;
  readonly server?: string;
  readonly mcpConfig?: string;
  readonly config?: string;
  readonly command?: readonly string[];
  readonly insecure?: boolean;
  readonly port: number;
  readonly host: string;
  readonly oauth: OAuthPolicy;
  readonly out: string;
  readonly name?: string;
  readonly audit?: string;
  readonly onOverload?: OverloadPolicy;
  readonly bodyLimit?: number;
  readonly maxBytes?: number;
  readonly quiet?: boolean;
}

/** A larger number is no length of a file or a body. */
const BYTES_MAX = Number.MAX_SAFE_INTEGER;

const LOOPBACK = /^(?:localhost|127\..*|::1)$/i;

const warn = (sentence: string): void => void process.stderr.write(`${TOOL.name}: ${sentence}\n`);

/** Where nobody is there to see that a recording has gaps, it had better fail. */
const isCi = ({ CI }: NodeJS.ProcessEnv): boolean => CI !== undefined && !['', '0', 'false'].includes(CI);

/** What the proxy and the shim have in common. */
function common(config: Config, { out, name, audit, onOverload, bodyLimit, maxBytes }: RecordFlags) {
  return {
    onOverload: onOverload ?? (isCi(process.env) ? 'fail' : 'hold'),
    ...(bodyLimit === undefined ? {} : { bodyBytesMax: bodyLimit }),
    ...(maxBytes === undefined ? {} : { fileBytesMax: maxBytes }),
    folder: out,
    ...(name === undefined ? {} : { name }),
    ...(audit === undefined ? {} : { audit }),
    principals: [...config.principals, ...(config.setAside ?? [])],
    redact: config.redact,
    environment: process.env,
    onProblem: warn,
    onRemark: warn,
  };
}

async function recordHttp(config: Config, url: string, flags: RecordFlags): Promise<void> {
  const { host, port, oauth, quiet } = flags;
  if (!LOOPBACK.test(host))
    warn(`--host ${host}: everyone who can reach this machine can reach the server through this proxy.`);
  const stopped = firstSignal();
  const proxy = await record({ ...common(config, flags), target: url, host, port, oauth, insecure: config.insecure });
  process.stdout.write(`${proxy.url}\n`);
  if (!quiet) warn(`recording to ${proxy.file}; Ctrl-C ends it.`);
  await stopped;
  await proxy.close();
  process.exitCode = proxy.failed ? EXIT_CODES.findings : EXIT_CODES.clean;
  if (!quiet) process.stderr.write(recordSummary(proxy));
}

/** The normal end of `record`. A second signal ends the process at once. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => resolve();
    process.once('SIGINT', onSignal);
    process.once('SIGTERM', onSignal);
  });
}

async function recordStdio(
  config: Config,
  target: Extract<Config['target'], { kind: 'stdio' }>,
  flags: RecordFlags,
): Promise<void> {
  const { stdin, stdout } = process;
  const running = await shim({ ...common(config, flags), target, stdin, stdout });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => running.signal(signal));
  process.exitCode = await running.ended;
  // The client may hold its end of our input open; with the server gone there is nothing to wait for.
  stdin.destroy();
}

export function recordCommand(): Command {
  return new Command('record')
    .description(
      'Stand between a client and a server, and record what passes: a reverse proxy for --target, a shim for -- COMMAND. One line on stdout has the address to point the client at.',
    )
    .optionsGroup('Target:')
    .option('--target <url>', 'URL of an MCP endpoint; a command goes last, after --')
    .option('--server <name>', 'a server out of an mcpServers file')
    .option('--mcp-config <file>', 'the mcpServers file (default: .mcp.json)')
    .option('--config <file>', 'configuration (default: shakedown.config.yaml, .yml or .json, where one exists)')
    .option('--insecure', 'accept any certificate')
    .optionsGroup('Listener:')
    .addOption(new Option('--port <number>', '0 is any that is free').argParser(wholeNumber(0, 65_535)).default(4141))
    .option('--host <name>', 'the address to listen on', '127.0.0.1')
    .addOption(
      new Option('--oauth <policy>', 'OAuth metadata that names the server: pass it, or rewrite it to name the proxy')
        .argParser(oneOf(OAUTH_POLICIES))
        .default('pass'),
    )
    .optionsGroup('Output:')
    .option('--out <folder>', 'where recordings go', '.shakedown/')
    .option('--name <name>', 'the recording is OUT/NAME.jsonl (default: named after the time)')
    .option('--audit <file>', 'append one JSON line for each JSON-RPC request')
    .addOption(
      new Option(
        '--body-limit <bytes>',
        'bodies and lines beyond this are kept by their beginning (default: 16 MiB)',
      ).argParser(wholeNumber(1, BYTES_MAX)),
    )
    .addOption(
      new Option('--max-bytes <bytes>', 'go on in NAME.2.jsonl, … when a file has reached this').argParser(
        wholeNumber(1, BYTES_MAX),
      ),
    )
    .addOption(
      new Option(
        '--on-overload <policy>',
        `where a write takes longer than ${SLOW_WRITE_MS} ms: hold answers, drop exchanges, or fail the recording (default: hold, under CI fail)`,
      ).argParser(oneOf(OVERLOAD_POLICIES)),
    )
    .option('--quiet', 'say nothing but what is wrong')
    .optionsGroup('Options:')
    .action(async (flags: RecordFlags) => {
      const config = await loadConfig(flags);
      const { target } = config;
      if (target.kind === 'http') await recordHttp(config, target.url, flags);
      else await recordStdio(config, target, flags);
    });
}
