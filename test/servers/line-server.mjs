// A stdio server of plain lines. The method says what to do, so that a test reads as a script of what happens.
import { spawn } from 'node:child_process';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
let held = [];

const behaviours = {
  echo: ({ id, params }) => say({ id, result: params ?? {} }),
  pid: ({ id }) => say({ id, result: { pid: process.pid } }),
  env: ({ id, params }) => say({ id, result: { value: process.env[params.name] ?? null } }),
  // Kept until `release`, which answers in reverse order.
  hold: (message) => held.push(message),
  release: ({ id }) => {
    for (const { id: heldId, params } of held.reverse()) say({ id: heldId, result: params });
    held = [];
    say({ id, result: {} });
  },
  silent: () => undefined,
  die: ({ params }) => {
    process.stderr.write('the roof is on fire\n');
    process.exitCode = params.code;
    process.exit();
  },
  stray: ({ id }) => {
    process.stdout.write('Listening on stdio…\n');
    say({ id, result: {} });
  },
  ask: ({ id }) => {
    say({ id: 's-1', method: 'ping' });
    say({ id: 's-2', method: 'roots/list' });
    say({ method: 'notifications/message', params: { level: 'info' } });
    void replies.then((all) => say({ id, result: { replies: all } }));
  },
  // It stays, as does a process that it starts; both hold a connection open for as long as they live.
  'ignore-eof': ({ id, params }) => {
    connect(params.port);
    const program = `require('node:net').connect(${params.port})`;
    spawn(process.execPath, ['-e', program], { stdio: 'ignore' });
    say({ id, result: {} });
  },
};

const seen = [];
let markReplied;
const replies = new Promise((resolve) => (markReplied = resolve));

createInterface({ input: process.stdin, crlfDelay: Infinity }).on('line', (line) => {
  let message;
  try {
    message = JSON.parse(line);
  } catch {
    say({ id: null, error: { code: -32700, message: 'no JSON' } });
    return;
  }
  if (Array.isArray(message)) {
    process.stdout.write(`${JSON.stringify(message.map(({ id }) => ({ jsonrpc: '2.0', id, result: {} })))}\n`);
    return;
  }
  if (message.method === undefined) {
    seen.push(message);
    if (seen.length === 2) markReplied(seen);
    return;
  }
  behaviours[message.method]?.(message);
});
