/**
 * What the chapters play on: the drafts server, the recording proxy in front of it, the official client behind it, and
 * ways to look at the storage, the recording and the audit. Everything is real and in this process; ports are free ones.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { startDraftsServer, type DraftsServer, type DraftsServerOptions } from '../../examples/drafts-server/index.js';
import type { Config, Principal } from '../config/config.js';
import type { EngineContext } from '../engine/context.js';
import type { Command, Listener, RunVerdict } from '../engine/events.js';
import type { Exchange } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import { record, type RecordingProxy } from '../proxy/record.js';
import { readRecording } from '../recording/read.js';
import type { Report } from '../report/report.js';
import { callPinned, type PinnedClient, type Settled } from '../target/sdk-client.js';
import type { DraftsState } from './storage.js';
import { configFor } from './config.js';

/** A probe, a campaign or a replay, as the commands of the same names run them. */
export interface EngineRun {
  readonly command: Command;
  readonly config: Config;
  readonly work: (context: EngineContext) => Promise<RunVerdict>;
  /** Ids of the checks; left out: all. */
  readonly checks?: readonly string[];
  readonly listener?: Listener;
}

export type RunEngine = (run: EngineRun, out: string, seed: number) => Promise<{ report: Report; folder: string }>;

export interface StageOptions {
  /** A folder of its own. */
  readonly folder: string;
  readonly seed: number;
  /** A call gives up after so long. */
  readonly patienceMs: number;
  readonly settleMs: number;
  readonly runEngine: RunEngine;
  /** Switches of the drafts server. */
  readonly server?: DraftsServerOptions;
}

export const TIMEOUT_MS = 10_000;

export class Stage {
  readonly options: StageOptions;
  readonly server: DraftsServer;
  readonly proxy: RecordingProxy;
  readonly principals: { readonly writer: Principal; readonly reader: Principal };
  readonly auditFile: string;
  readonly #clients = new Map<string, PinnedClient>();
  readonly #extras: DraftsServer[] = [];

  private constructor(options: StageOptions, server: DraftsServer, proxy: RecordingProxy, auditFile: string) {
    this.options = options;
    this.server = server;
    this.proxy = proxy;
    this.auditFile = auditFile;
    this.principals = callersOf(server);
  }

  static async open(options: StageOptions): Promise<Stage> {
    const { folder } = options;
    const auditFile = path.join(folder, 'audit.jsonl');
    const server = await startDraftsServer(options.server);
    try {
      const principals = Object.values(callersOf(server));
      const proxy = await record({ target: server.url, folder, name: 'session', audit: auditFile, principals });
      return new Stage(options, server, proxy, auditFile);
    } catch (error) {
      await server.close();
      throw error;
    }
  }

  /** The official client behind the proxy, pinned to an era; it stays connected until the end. */
  async client(era: Era, as: Principal): Promise<PinnedClient> {
    const key = `${era} ${as.name}`;
    const known = this.#clients.get(key);
    if (known) return known;
    const settled = await this.pin(this.proxy.url, era, as);
    if ('rejected' in settled) throw new Error(`the official client could not connect: ${settled.rejected.message}`);
    this.#clients.set(key, settled.value);
    return settled.value;
  }

  pin(url: string, era: Era, as: Principal): Promise<Settled<PinnedClient>> {
    return callPinned({ target: { kind: 'http', url }, era, as, timeoutMs: TIMEOUT_MS });
  }

  /** Another drafts server, with other switches. */
  async another(options: DraftsServerOptions): Promise<DraftsServer> {
    const server = await startDraftsServer(options);
    this.#extras.push(server);
    return server;
  }

  configFor(server: DraftsServer, more: Partial<Config> = {}): Config {
    return { ...configFor(server, Object.values(this.principals), this.options.settleMs), ...more };
  }

  run(run: EngineRun): Promise<{ report: Report; folder: string }> {
    return this.options.runEngine(run, this.options.folder, this.options.seed);
  }

  /** The storage, through its window outside MCP. */
  async state(): Promise<DraftsState> {
    const answer = await fetch(this.server.stateUrl);
    return (await answer.json()) as DraftsState;
  }

  /** What the recording holds by now, from its file. */
  recorded(): readonly Exchange[] {
    return readRecording(this.proxy.file).exchanges;
  }

  /** The audit's line for a recorded request, as it stands in the file. */
  auditLineOf({ at }: Exchange, id: string): string | undefined {
    const start = `{"at":${JSON.stringify(at)},`;
    const lines = readFileSync(this.auditFile, 'utf8').split('\n');
    return lines.find((line) => line.startsWith(start) && line.includes(`"id":${id},`));
  }

  async close(): Promise<void> {
    await Promise.all([...this.#clients.values()].map((client) => client.close()));
    await this.proxy.close();
    await Promise.all([this.server, ...this.#extras].map((server) => server.close()));
  }
}

const callersOf = ({ tokens }: DraftsServer): { writer: Principal; reader: Principal } => {
  const caller = (name: 'writer' | 'reader'): Principal => ({
    name,
    headers: [['Authorization', `Bearer ${tokens[name]}`]],
  });
  return { writer: caller('writer'), reader: caller('reader') };
};
