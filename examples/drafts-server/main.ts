#!/usr/bin/env node
/** The drafts server as a program. This is the only file that writes to the terminal and ends the process. */
import { helpText, readCommandLine, UsageError, type Command } from './command-line.js';
import { startDraftsServer } from './index.js';
import { principals } from './principals.js';
import { fileRecords } from './records.js';
import { serveDraftsStdio } from './stdio.js';
import { DraftStorage, type DraftStorageOptions } from './storage.js';

async function run(command: Command): Promise<void> {
  const { honourAbort, delayMs, eras, fault, stateFile } = command;
  const records = stateFile === undefined ? undefined : fileRecords(stateFile);
  const storageOptions: DraftStorageOptions = { honourAbort, delayMs, ...(records && { records }) };
  const serverOptions = { eras, ...(fault !== undefined && { fault }) };

  switch (command.run) {
    case 'help':
      process.stdout.write(helpText);
      return;
    case 'print-state':
      console.log(JSON.stringify(new DraftStorage(storageOptions).snapshot()));
      return;
    case 'reset-state':
      new DraftStorage(storageOptions).reset();
      return;
    case 'stdio': {
      // Written back at once, so that a file that cannot be used is known now and not at the first call.
      records?.write(records.read());
      const storage = new DraftStorage(storageOptions);
      endOnSignal(await serveDraftsStdio({ storage, caller: principals[command.principal], ...serverOptions }));
      return;
    }
    case 'http': {
      records?.write(records.read());
      const server = await startDraftsServer({ port: command.port, ...storageOptions, ...serverOptions });
      endOnSignal(server);
      console.log(JSON.stringify({ url: server.url }));
    }
  }
}

function endOnSignal(server: { close(): Promise<void> }): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      void server.close().finally(() => process.exit(0));
    });
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE') return 'The port is in use; choose another with --port.';
  return error.message;
}

try {
  await run(readCommandLine(process.argv.slice(2), process.env));
} catch (error) {
  console.error(error instanceof UsageError ? error.message : `drafts-server: ${explain(error)}`);
  process.exitCode = 2;
}
