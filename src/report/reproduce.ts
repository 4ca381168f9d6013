/** The line that shows a finding without our own program: curl for HTTP, printf into the command for stdio. */
import type { DoneStep, Evidence, Step } from '../case/case.js';
import { initializeRequest } from '../engine/session.js';
import { render } from '../exchange/draft.js';
import type { Request } from '../exchange/exchange.js';
import { curlCommand, printfCommand } from './curl.js';
import { MEASURED } from './labels.js';

export interface Place {
  /** The URL, or the command line. */
  readonly target: string;
  readonly secretHeaders: readonly string[];
}

type Send = Extract<Step, { do: 'send' }>;

/** curl takes a time limit of at least a millisecond; below this it would not even connect. */
const GIVE_UP_MS_MIN = 10;

const sendsOf = (steps: readonly DoneStep[]): readonly Send[] =>
  steps.flatMap(({ step }) => (step.do === 'send' && step.label !== MEASURED ? [step] : []));

/** How long the caller waited before it gave up, where it did. */
function givenUpAfterMs(steps: readonly DoneStep[], label: string): number | undefined {
  const at = (does: Step['do']) =>
    steps.find(({ step }) => step.do === does && 'label' in step && step.label === label)?.atMs;
  const [sent, gone] = [at('send'), at('abandon')];
  return sent === undefined || gone === undefined ? undefined : Math.max(GIVE_UP_MS_MIN, gone - sent);
}

/** The request as it crossed the wire, where it is known: with the headers that its caller's credentials added. */
function wireRequest(steps: readonly DoneStep[], send: Send): Request {
  const done = steps.findLast(
    ({ step, exchanges }) =>
      exchanges.length > 0 && (step === send || (step.do === 'settle' && step.label === send.label)),
  );
  return done?.exchanges.at(-1)?.request ?? send.request;
}

/** On stdio a session is part of what is written; a process that was open already has to be opened all the same. */
function sessionRequests(steps: readonly DoneStep[]): readonly Request[] {
  const opened = steps.find(({ step }) => step.do === 'open-session');
  if (opened === undefined) return [];
  if (opened.exchanges.length > 0) return opened.exchanges.map(({ request }) => request);
  return [initializeRequest('/'), render({ era: 'legacy', path: '/', method: 'notifications/initialized' })];
}

/** undefined where one line cannot say it: several requests over HTTP, a restart between them, odd bytes in a header. */
export function reproduceWithoutUs({ steps, subject }: Evidence, { target, secretHeaders }: Place): string | undefined {
  const sends = sendsOf(steps);
  const [only] = sends;
  if (only === undefined || steps.some(({ step }) => step.do === 'restart')) return undefined;
  if (subject.transport === 'stdio') {
    return printfCommand([...sessionRequests(steps), ...sends.map(({ request }) => request)], target);
  }
  if (sends.length > 1) return undefined;
  const giveUpAfterMs = givenUpAfterMs(steps, only.label);
  return curlCommand(wireRequest(steps, only), target, {
    principal: only.as,
    secretHeaders,
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
  });
}
