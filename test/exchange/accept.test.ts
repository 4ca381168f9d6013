/** Permitted answers: status and code are judged apart, and every permitted one passes. */
import { expect, test } from 'vitest';
import { describeAccepts, matchAnswer, type Accept } from '../../src/exchange/accept.js';
import type { Answer } from '../../src/exchange/answer.js';
import { render } from '../../src/exchange/draft.js';

const request = render({ era: 'modern', path: '/mcp', idToken: '1', method: 'ping' });
const answer = (fields: Partial<Answer>): Answer => ({
  kind: 'error',
  http: 400,
  rpc: -32020,
  idToken: '1',
  message: undefined,
  messages: [],
  ...fields,
});
const MISMATCH: readonly Accept[] = [
  { kind: 'error', http: [400], rpc: [-32020] },
  { kind: 'error', http: [400], rpc: [-32022], note: 'also unsupported' },
];

test('a right code under a wrong status is half right', () => {
  expect(matchAnswer(MISMATCH, answer({ http: 200 }), request)).toEqual({
    accepted: false,
    statusAllowed: false,
    codeAllowed: true,
  });
  expect(matchAnswer(MISMATCH, answer({ rpc: -32600 }), request)).toEqual({
    accepted: false,
    statusAllowed: true,
    codeAllowed: false,
  });
});

test('an answer that is permitted and not asked for first passes with its note', () => {
  expect(matchAnswer(MISMATCH, answer({ rpc: -32022 }), request)).toMatchObject({
    accepted: true,
    note: 'also unsupported',
  });
});

test('on stdio there is no status to judge', () => {
  expect(matchAnswer(MISMATCH, answer({ http: undefined }), request).accepted).toBe(true);
});

test('where no code is asked for, a refusal without a body is one', () => {
  expect(
    matchAnswer([{ kind: 'error', http: ['4xx'] }], answer({ kind: 'empty', http: 401, rpc: undefined }), request)
      .accepted,
  ).toBe(true);
  expect(
    matchAnswer([{ kind: 'error', http: ['4xx'] }], answer({ kind: 'empty', http: 200, rpc: undefined }), request)
      .accepted,
  ).toBe(false);
});

test('an expectation reads as a sentence, without the answers that only pass with a note', () => {
  expect(describeAccepts(MISMATCH)).toBe('HTTP 400 with -32020');
  expect(
    describeAccepts([
      { kind: 'tool_error', http: [200] },
      { kind: 'error', rpc: [-32602] },
    ]),
  ).toBe('HTTP 200 with a tool error, or -32602');
});
