import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordSummary } from '../../src/cli/record-summary.js';
import type { Exchange } from '../../src/exchange/exchange.js';
import { encodeLine } from '../../src/recording/codec.js';
import { recordingLinesOf } from '../../src/recording/recording-lines.js';
import { temporaryFolder } from '../proxy/helpers.js';
import { anExchange, bytes, HEADER } from '../recording/exchanges.js';

function tape(exchanges: readonly Exchange[], target: string = HEADER.target.name): string {
  const file = path.join(temporaryFolder(), 'tape.jsonl');
  const lines = [
    { ...HEADER, target: { kind: 'http', name: target } } as const,
    ...exchanges.flatMap(recordingLinesOf),
    { type: 'close', at: HEADER.at, exchanges: exchanges.length } as const,
  ];
  writeFileSync(file, lines.map(encodeLine).join(''));
  return file;
}

const modernCall = (n: number, more: Partial<Exchange> = {}): Exchange => {
  const base = anExchange({ n, ...more });
  const meta =
    '"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"agent","version":"1"}}';
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"create_draft",${meta}}}`;
  return { ...base, request: { ...base.request, body: { bytes: bytes(body) } } };
};

const initialize = (n: number): Exchange => {
  const base = anExchange({ n, era: 'legacy', principal: 'reader' });
  const body =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"old\\u001b[31m","version":"1"}}}';
  return { ...base, request: { ...base.request, body: { bytes: bytes(body) } } };
};

describe('what record says when it ends', () => {
  it('tells outcomes, what each client spoke, who silently spoke legacy, and what to do next', () => {
    const file = tape([modernCall(1), modernCall(2, { outcome: 'aborted-by-client' }), modernCall(3), initialize(4)]);
    const text = recordSummary({ exchanges: 4, files: [file] });
    expect(text).toContain(`mcp-shakedown: 4 exchanges in ${file}\n`);
    expect(text).toContain('  outcomes         3 ok, 1 aborted-by-client\n');
    expect(text).toContain('  spoke            agent (writer): modern, 2026-07-28\n');
    expect(text).toMatch(/old\\x1b\[31m \(reader\): legacy, 2025-11-25/);
    expect(text).toMatch(
      /note {13}old\\x1b\[31m, as reader, spoke 2025-11-25 although the server speaks the modern era/,
    );
    expect(text).toContain(`mcp-shakedown probe --recording ${file}\n`);
    expect(text).toContain(`mcp-shakedown replay ${file} --target http://127.0.0.1:4000/mcp\n`);
  });

  it('tells what reading alone finds', () => {
    const foreign = { bytes: bytes('{"jsonrpc":"2.0","id":"1","result":{"content":[]}}') };
    const call = modernCall(1);
    const file = tape([
      { ...call, response: { ...(call.response as NonNullable<typeof call.response>), body: foreign } },
    ]);
    expect(recordSummary({ exchanges: 1, files: [file] })).toMatch(/found {12}must {2}jsonrpc\.id-echo {2}/);
  });

  it('shows no target in which a secret stood', () => {
    const file = tape([modernCall(1)], 'http://u:[redacted:0123456789abcdef]@127.0.0.1/mcp');
    expect(recordSummary({ exchanges: 1, files: [file] })).toContain('--target URL\n');
  });

  it('counts the files of a recording that goes on, and survives one that is gone', () => {
    const text = recordSummary({ exchanges: 9, files: ['/gone/a.jsonl', '/gone/a.2.jsonl'] });
    expect(text).toContain('9 exchanges in /gone/a.jsonl and 1 file after it\n');
    expect(text).toContain('mcp-shakedown replay /gone/a.jsonl /gone/a.2.jsonl --target URL');
  });
});
