/** The line that shows a finding without our own program: curl for HTTP, printf into the command for stdio. */
import type { Evidence, Step } from '../case/case.js';
import type { Request } from '../exchange/exchange.js';
import { curlCommand, printfCommand } from './curl.js';

export interface Place {
  /** The URL, or the command line. */
  readonly target: string;
  readonly secretHeaders: readonly string[];
}

type Send = Extract<Step, { do: 'send' }>;

const GIVE_UP_MS_MIN = 10;

/** How long the caller waited before it gave up, where it did. */
function givenUpAfterMs({ steps }: Evidence): number | undefined {
  const at = (does: Step['do']) =>
    steps.find(({ step }) => step.do === does && 'label' in step && step.label === 'case')?.atMs;
  const [sent, gone] = [at('send'), at('abandon')];
  return sent === undefined || gone === undefined ? undefined : Math.max(GIVE_UP_MS_MIN, gone - sent);
}

/** On stdio a session is part of what is written. */
const sessionRequests = ({ steps }: Evidence): readonly Request[] =>
  steps.flatMap(({ step, exchanges }) => (step.do === 'open-session' ? exchanges.map(({ request }) => request) : []));

/** undefined where one line cannot say it: several requests over HTTP, a restart between them, odd bytes in a header. */
export function reproduceWithoutUs(evidence: Evidence, { target, secretHeaders }: Place): string | undefined {
  const sends = evidence.steps.flatMap(({ step }) => (step.do === 'send' ? [step] : []) satisfies Send[]);
  const [only] = sends;
  if (only === undefined || evidence.steps.some(({ step }) => step.do === 'restart')) return undefined;
  if (evidence.subject.transport === 'stdio') {
    return printfCommand([...sessionRequests(evidence), ...sends.map(({ request }) => request)], target);
  }
  if (sends.length > 1) return undefined;
  const done = evidence.steps.find(({ step }) => step === only || (step.do === 'settle' && step.label === only.label));
  const giveUpAfterMs = givenUpAfterMs(evidence);
  return curlCommand(done?.exchanges.at(-1)?.request ?? only.request, target, {
    principal: only.as,
    secretHeaders,
    ...(giveUpAfterMs === undefined ? {} : { giveUpAfterMs }),
  });
}
