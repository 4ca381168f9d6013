/**
 * The commands, in the order in which `--help` lists them. Each is loaded when it is asked for, so that help and usage
 * errors come at once.
 */
import type { Command } from 'commander';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'record',
    summary: 'stand in front of a server and write down what passes',
    load: async () => (await import('./record.js')).recordCommand(),
  },
  {
    name: 'probe',
    summary: 'put every check that applies to a server',
    load: async () => (await import('./probe.js')).probeCommand(),
  },
  {
    name: 'fuzz',
    summary: 'generate requests and shrink what they find',
    load: async () => (await import('./fuzz.js')).fuzzCommand(),
  },
  {
    name: 'replay',
    summary: 'send what was recorded again, and compare',
    load: async () => (await import('./replay.js')).replayCommand(),
  },
  {
    name: 'serve',
    summary: 'answer from a recording, in place of the server',
    load: async () => (await import('./serve.js')).serveCommand(),
  },
  {
    name: 'inspect',
    summary: 'print a recording',
    load: async () => (await import('./inspect.js')).inspectCommand(),
  },
  {
    name: 'redact',
    summary: 'write a recording again without its secrets',
    load: async () => (await import('./redact.js')).redactCommand(),
  },
  {
    name: 'checks',
    summary: 'list the catalogue of checks',
    load: async () => (await import('./checks.js')).checksCommand(),
  },
  {
    name: 'explain',
    summary: 'tell what one check sends, what is right, and why',
    load: async () => (await import('./explain.js')).explainCommand(),
  },
  {
    name: 'demo',
    summary: 'the whole story on a bundled server, no target needed',
    load: async () => (await import('./demo.js')).demoCommand(),
  },
];
