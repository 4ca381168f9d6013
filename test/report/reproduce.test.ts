import { describe, expect, test } from 'vitest';
import type { DoneStep, Evidence, Step } from '../../src/case/case.js';
import { render } from '../../src/exchange/draft.js';
import type { Exchange, Request } from '../../src/exchange/exchange.js';
import { reproduceWithoutUs } from '../../src/report/reproduce.js';
import { aCall, aSend, evidenceOf, TARGET, withValue } from './samples.js';

const HTTP = { target: TARGET, secretHeaders: [] };
const STDIO = { target: 'node server.mjs', secretHeaders: [] };

const exchangeWith = (request: Request): Exchange => ({
  n: 1,
  at: '2026-11-30T17:40:01.120Z',
  transport: 'http',
  from: 'client',
  connection: 1,
  era: 'modern',
  principal: 'writer',
  request,
  outcome: 'ok',
  durationMs: 3,
});

const ping = render({ era: 'legacy', path: '/', idToken: '1', method: 'ping' });

describe('over HTTP', () => {
  test('one request is one curl line', () => {
    expect(reproduceWithoutUs(evidenceOf([aSend('case', aCall())]), HTTP)).toMatch(/^curl -s http:/);
  });

  test('the line carries what crossed the wire, its credential as a variable', () => {
    const step: DoneStep = {
      step: aSend('case', aCall()),
      atMs: 0,
      exchanges: [exchangeWith(withValue(aCall(), 'Authorization', 'Bearer writer-secret-123'))],
    };
    const line = reproduceWithoutUs({ ...evidenceOf([]), steps: [step] }, HTTP);
    expect(line).toContain('"Authorization: Bearer $WRITER_TOKEN"');
    expect(line).not.toContain('writer-secret-123');
  });

  test('a call that was given up is given up again, without the one that only measured', () => {
    const evidence = evidenceOf([
      aSend('usual', aCall()),
      aSend('case', aCall(), { background: true }),
      { do: 'wait', ms: 100, why: 'the caller loses patience' },
      { do: 'abandon', label: 'case' },
      { do: 'settle', label: 'case' },
    ]);
    expect(reproduceWithoutUs(evidence, HTTP)).toContain('curl -s --max-time 0.02 ');
  });

  test.each<[string, Evidence]>([
    ['several requests', evidenceOf([aSend('case', aCall()), aSend('again', aCall())])],
    ['no request', evidenceOf([{ do: 'read-state', label: 'before' }])],
  ])('%s have no line', (_what, evidence) => {
    expect(reproduceWithoutUs(evidence, HTTP)).toBeUndefined();
  });
});

describe('on stdio', () => {
  test('all lines are written to the command, those that open the session first', () => {
    const opened: DoneStep = { step: { do: 'open-session', as: 'writer' }, atMs: 0, exchanges: [exchangeWith(ping)] };
    const evidence = evidenceOf([aSend('case', ping)], { transport: 'stdio' });
    const line = reproduceWithoutUs({ ...evidence, steps: [opened, ...evidence.steps] }, STDIO);
    const message = `'{"jsonrpc":"2.0","id":1,"method":"ping"}'`;
    expect(line).toBe(`printf '%s\\n' ${message} ${message} | node server.mjs`);
  });

  test('a session that was open already is opened in the line', () => {
    const steps: readonly Step[] = [{ do: 'open-session', as: 'writer' }, aSend('case', ping)];
    const line = reproduceWithoutUs(evidenceOf(steps, { transport: 'stdio' }), STDIO);
    expect(line).toMatch(/"method":"initialize".*' '.*"method":"notifications\/initialized".*' '.*"method":"ping"/);
  });

  test('a process that was started anew has no line', () => {
    const evidence = evidenceOf([{ do: 'restart', channel: 'modern' }, aSend('case', ping)], { transport: 'stdio' });
    expect(reproduceWithoutUs(evidence, STDIO)).toBeUndefined();
  });
});
