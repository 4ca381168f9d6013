import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DoneStep, Evidence, Step, Subject } from '../../src/case/case.js';
import type { Finding } from '../../src/case/finding.js';
import { render } from '../../src/exchange/draft.js';
import type { Exchange, Request } from '../../src/exchange/exchange.js';
import { encodeLine } from '../../src/recording/codec.js';
import { findingLines, recordedFinding, type RecordedFinding } from '../../src/recording/finding-lines.js';
import type { RecordingLine } from '../../src/recording/format.js';
import { RecordingAssembler } from '../../src/recording/recording.js';

const SUBJECT: Subject = { era: 'modern', transport: 'http', principal: 'writer', tool: 'create_draft' };

const FINDING: Finding = {
  id: 'F-7Q2K00',
  check: 'cancel.late-write',
  level: 'declared',
  kind: 'effect',
  confidence: 'confirmed',
  era: 'modern',
  transport: 'http',
  principal: 'writer',
  tool: 'create_draft',
  title: 'An abandoned call wrote all the same',
  expected: 'the same storage',
  received: 'one draft more',
  spec: '2026-07-28 basic/utilities/cancellation',
  recording: '',
  reproduce: '',
};

const HEADER = { at: '2026-11-30T12:00:00.000Z', target: { kind: 'http', name: 'http://127.0.0.1:4000/mcp' } } as const;

const call = (idToken: string): Request =>
  render({ era: 'modern', path: '/mcp', idToken, method: 'tools/call', params: { name: 'create_draft' } });

/** What came of a request on the wire: with what the target adds to it. */
function exchange(request: Request, more: Partial<Exchange> = {}): Exchange {
  return {
    n: 77,
    at: HEADER.at,
    transport: 'http',
    from: 'client',
    connection: 1,
    era: 'modern',
    principal: 'writer',
    request: {
      ...request,
      headers: [
        ['Host', '127.0.0.1:4000'],
        ...request.headers,
        ['Content-Length', String(request.body.bytes.length)],
        ['Authorization', 'Bearer t'],
      ],
    },
    response: { status: 200, reason: 'OK', headers: [], body: { bytes: Buffer.from('{}') }, atMs: 2 },
    outcome: 'ok',
    durationMs: 3,
    ...more,
  };
}

const send = (label: string, request: Request, background = false): Extract<Step, { do: 'send' }> => ({
  do: 'send',
  label,
  as: 'writer',
  era: 'modern',
  request,
  ...(background ? { background } : {}),
});

const evidence = (steps: readonly DoneStep[]): Evidence => ({ subject: SUBJECT, steps });

const onDisk = (lines: readonly RecordingLine[]): RecordedFinding | undefined => {
  const assembler = new RecordingAssembler('F-7Q2K00.jsonl');
  for (const line of lines) assembler.add(Buffer.from(encodeLine(line).trimEnd()));
  return recordedFinding(assembler.result());
};

const throughDisk = (of: Evidence, control?: Evidence): RecordedFinding | undefined =>
  onDisk(findingLines({ finding: FINDING, evidence: of, control }, HEADER));

const requestsIn = (found: Evidence | undefined): (Request | undefined)[] =>
  (found?.steps ?? []).map(({ step }) => (step.do === 'send' ? step.request : undefined));

describe('a finding as a recording', () => {
  it('keeps an abandoned call with its waits and readings, so that it can be done again', () => {
    const request = call('"abandoned"');
    const gone = exchange(request, { outcome: 'aborted-by-client', clientGoneAtMs: 100 });
    const { response: _, ...withoutAnswer } = gone;
    const steps: DoneStep[] = [
      { step: { do: 'reset' }, atMs: 0, exchanges: [] },
      { step: { do: 'read-state', label: 'before' }, atMs: 1, exchanges: [], state: { drafts: [] } },
      { step: send('case', request, true), atMs: 2, exchanges: [] },
      { step: { do: 'wait', ms: 100, why: 'the caller loses patience' }, atMs: 3, exchanges: [] },
      { step: { do: 'abandon', label: 'case' }, atMs: 103, exchanges: [] },
      { step: { do: 'read-state', label: 'after' }, atMs: 800, exchanges: [], state: { drafts: [1] } },
      { step: { do: 'settle', label: 'case' }, atMs: 801, exchanges: [withoutAnswer] },
    ];
    const read = throughDisk(evidence(steps));
    expect(read?.finding).toEqual(FINDING);
    expect(read?.evidence.subject).toEqual(SUBJECT);
    expect(read?.evidence.steps).toEqual(
      steps.map((done) => ({ ...done, exchanges: done.exchanges.map((one) => ({ ...one, n: 1 })) })),
    );
  });

  it('gives a request back without the credentials, host and length that were added on the way', () => {
    const request = call('1');
    const read = throughDisk(evidence([{ step: send('case', request), atMs: 0, exchanges: [exchange(request)] }]));
    expect(requestsIn(read?.evidence)).toEqual([request]);
    expect(read?.evidence.steps[0]?.exchanges[0]?.request.headers).toContainEqual(['Authorization', 'Bearer t']);
  });

  it('tells headers that the case sent itself from those that were added under the same name', () => {
    const request = {
      ...call('1'),
      headers: [['Host', 'evil.example'] as const, ['Authorization', 'Bearer forged'] as const],
    };
    const wire = { ...request, headers: [...request.headers, ['Authorization', 'Bearer t'] as const] };
    const seen = { ...exchange(request), request: wire };
    const read = throughDisk(evidence([{ step: send('case', request), atMs: 0, exchanges: [seen] }]));
    expect(requestsIn(read?.evidence)).toEqual([request]);
  });

  it('keeps the control apart from the case', () => {
    const [right, wrong] = [call('1'), call('2')];
    const read = throughDisk(
      evidence([{ step: send('case', wrong), atMs: 0, exchanges: [exchange(wrong)] }]),
      evidence([{ step: send('control', right), atMs: 0, exchanges: [exchange(right)] }]),
    );
    expect(requestsIn(read?.control)).toEqual([right]);
    expect(requestsIn(read?.evidence)).toEqual([wrong]);
    expect([read?.control, read?.evidence].map((one) => one?.steps[0]?.exchanges[0]?.n)).toEqual([1, 2]);
  });

  it('does not lose a background request whose exchange nobody waited for', () => {
    const request = call('1');
    const read = throughDisk(evidence([{ step: send('case', request, true), atMs: 0, exchanges: [] }]));
    expect(requestsIn(read?.evidence)).toEqual([request]);
    expect(read?.evidence.steps[0]?.exchanges[0]?.outcome).toBe('aborted-by-client');
  });

  it('gives each of two background requests under one label its own bytes', () => {
    const [one, two] = [call('1'), call('2')];
    const settle: Step = { do: 'settle', label: 'case' };
    const read = throughDisk(
      evidence([
        { step: send('case', one, true), atMs: 0, exchanges: [] },
        { step: settle, atMs: 1, exchanges: [exchange(one)] },
        { step: send('case', two, true), atMs: 2, exchanges: [] },
        { step: settle, atMs: 3, exchanges: [exchange(two)] },
      ]),
    );
    expect(requestsIn(read?.evidence)).toEqual([one, undefined, two, undefined]);
  });

  it('counts the exchanges of a session that was opened', () => {
    const [first, second] = [exchange(call('0')), exchange(call('1'))];
    const read = throughDisk(
      evidence([{ step: { do: 'open-session', as: 'writer' }, atMs: 0, exchanges: [first, second] }]),
    );
    expect(read?.evidence.steps[0]?.exchanges.map(({ n }) => n)).toEqual([1, 2]);
  });

  it('is complete only with its closing line', () => {
    const lines = findingLines({ finding: FINDING, evidence: evidence([]), control: undefined }, HEADER);
    expect(lines.map(({ type }) => type)).toEqual(['header', 'close']);
  });

  it('is refused in one sentence where a request is missing', () => {
    const request = call('1');
    const found = evidence([{ step: send('case', request), atMs: 0, exchanges: [exchange(request)] }]);
    const lines = findingLines({ finding: FINDING, evidence: found, control: undefined }, HEADER);
    expect(() => onDisk(lines.filter(({ type }) => type !== 'request'))).toThrow(
      'F-7Q2K00.jsonl is damaged: the request that its step 1 (case) sent is not in it. Make the finding again.',
    );
  });

  it('is undefined for a recording of another kind', () => {
    const [header, ...rest] = findingLines({ finding: FINDING, evidence: evidence([]), control: undefined }, HEADER);
    expect(onDisk([{ ...header, kind: 'session' } as RecordingLine, ...rest])).toBeUndefined();
  });

  it('gives any request back to the byte, and any headers in their order and case', () => {
    const latin1 = fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)) });
    const headers = fc.array(fc.tuple(fc.constantFrom('Host', 'host', 'X-A', 'Content-Length'), latin1));
    const body = fc.oneof(
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
    );
    fc.assert(
      fc.property(headers, body, (own, bytes) => {
        const request: Request = { method: 'POST', path: '/mcp?x=1', headers: own, body: { bytes } };
        const read = throughDisk(evidence([{ step: send('case', request), atMs: 0, exchanges: [exchange(request)] }]));
        expect(requestsIn(read?.evidence)).toEqual([request]);
      }),
    );
  });
});
