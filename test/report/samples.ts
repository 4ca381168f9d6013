/** Good-enough rows, findings and events, so that a test states only what matters to it. */
import type { Evidence, Step, Subject } from '../../src/case/case.js';
import type { CheckRow, Finding } from '../../src/case/finding.js';
import type { EngineEvent } from '../../src/engine/events.js';
import { editHeaders, render } from '../../src/exchange/draft.js';
import type { Request } from '../../src/exchange/exchange.js';
import { withHeader } from '../../src/mcp/headers.js';

export const TARGET = 'http://127.0.0.1:4000/mcp';

export const aRow = (fields: Partial<CheckRow> = {}): CheckRow => ({
  id: 'header.method-missing',
  layer: 'envelope',
  era: 'modern',
  transport: 'http',
  principal: 'writer',
  tool: null,
  status: 'passed',
  reason: '',
  http: 400,
  rpc: -32020,
  ...fields,
});

export const aFinding = (fields: Partial<Finding> = {}): Finding => ({
  id: 'F-7Q2K9D',
  check: 'header.name-mismatch',
  level: 'must',
  kind: 'protocol',
  confidence: 'confirmed',
  era: 'modern',
  transport: 'http',
  principal: 'writer',
  tool: 'create_draft',
  title: 'Server accepted a call whose Mcp-Name differs from the body',
  expected: 'HTTP 400 with -32020',
  received: 'HTTP 200 with a result',
  spec: '2026-07-28 basic/transports/streamable-http § Server Validation',
  recording: '.shakedown/probe/F-7Q2K9D.jsonl',
  reproduce: 'mcp-shakedown replay F-7Q2K9D',
  ...fields,
});

export const aSubject = (fields: Partial<Subject> = {}): Subject => ({
  era: 'modern',
  transport: 'http',
  principal: 'writer',
  tool: 'create_draft',
  ...fields,
});

/** A correct modern call of create_draft. */
export const aCall = (args: Record<string, unknown> = { title: 'T' }): Request =>
  render({
    era: 'modern',
    path: '/mcp',
    idToken: '1',
    method: 'tools/call',
    params: { name: 'create_draft', arguments: args },
  });

/** The same request with a header of another value. */
export const withValue = (request: Request, name: string, value: string): Request =>
  editHeaders(request, (headers) => withHeader(headers, name, value));

export const aSend = (label: string, request: Request, fields: Partial<Extract<Step, { do: 'send' }>> = {}): Step => ({
  do: 'send',
  label,
  as: 'writer',
  era: 'modern',
  request,
  ...fields,
});

/** Evidence of steps that were done ten milliseconds apart, whose exchanges nobody looks at. */
export const evidenceOf = (steps: readonly Step[], subject: Partial<Subject> = {}): Evidence => ({
  subject: aSubject(subject),
  steps: steps.map((step, i) => ({ step, atMs: 10 * i, exchanges: [] })),
});

export const started = (fields: Partial<Extract<EngineEvent, { type: 'run-started' }>> = {}): EngineEvent => ({
  type: 'run-started',
  command: 'probe',
  at: '2026-11-30T17:40:01.120Z',
  seed: 20261130,
  target: { kind: 'http', name: TARGET },
  ...fields,
});

export const judged = (fields: Partial<CheckRow> = {}): EngineEvent => ({ type: 'check-judged', row: aRow(fields) });

/** A finding whose case sent another name in the header than in the body. */
export const found = (fields: Partial<Finding> = {}): EngineEvent => ({
  type: 'finding',
  finding: aFinding(fields),
  evidence: evidenceOf([aSend('case', withValue(aCall(), 'Mcp-Name', 'delete_draft'))]),
  control: evidenceOf([aSend('control', aCall())]),
});

export const finished: EngineEvent = { type: 'run-finished', verdict: { kind: 'tested' }, durationMs: 9812 };
