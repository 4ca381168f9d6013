/**
 * The server's stand-in: it is asked, and says which recorded answer comes back, with whose tokens in it. It knows no
 * socket and no clock; what it remembers is which answers each session has had.
 */
import type { Request } from '../exchange/exchange.js';
import { header } from '../mcp/headers.js';
import { isObject, type RpcMessage } from '../mcp/json-rpc.js';
import { textAt } from '../mcp/json-text.js';
import type { Recording } from '../recording/recording.js';
import { Callers } from './callers.js';
import { choose, eraAsked, type Asker, type Choice } from './choose.js';
import { tokenKey, type Echo } from './echo.js';
import { inOtherSession, notRecorded, usedUp, type Miss } from './miss.js';
import { errorAnswer, nothingThere, sessionEnded, sessionNotFound, taken, type OwnAnswer } from './own-answers.js';
import { questionOf, type Question } from './question.js';
import { scriptOf, SESSION_HEADER, type Part, type Script } from './script.js';
import { Sessions, type Session } from './sessions.js';

export interface StandInOptions {
  /** What comes when the answers to a request are used up: the last one again, or an error. */
  readonly exhausted?: 'repeat' | 'error';
}

/** A recorded exchange to answer with. */
export interface Recorded {
  readonly kind: 'recorded';
  readonly part: Part;
  readonly question: Question;
  readonly echo: Echo;
  /** The session that it was asked in or that its answer opens. */
  readonly session: Session;
}
/** An answer of our own, for what the recording does not hold. */
export interface Own {
  readonly kind: 'own';
  readonly answer: OwnAnswer;
  readonly miss?: Miss;
}
export type Reply = Recorded | Own;

export class StandIn {
  readonly script: Script;
  readonly #exhausted: 'repeat' | 'error';
  readonly #sessions = new Sessions();
  readonly #callers: Callers;
  /** Secrets that were sent, by the mask that stands for them in the recording. */
  readonly #secrets = new Map<string, string>();

  constructor(recording: Recording, { exhausted = 'repeat' }: StandInOptions = {}) {
    this.script = scriptOf(recording);
    this.#exhausted = exhausted;
    this.#callers = new Callers(this.script.principals);
  }

  ask(request: Request): Reply {
    const question = questionOf(request);
    const named = header(request.headers, SESSION_HEADER);
    const opens = question.messages.some((one) => one?.kind === 'request' && one.method === 'initialize');
    const session = named === undefined || opens ? this.#sessions.outside : this.#sessions.get(named);
    if (session === undefined) return { kind: 'own', answer: sessionNotFound(question) };
    const found = this.#find(request, question);
    const open = found.filter((part) => part.session === undefined || session.id !== undefined);
    const caller = this.#callers.callerOf(request.headers);
    const choice = choose(open, this.#asker(request, question, session, caller));
    if (choice === undefined) return this.#without(request, question, session, found.length > 0);
    if (choice.isAgain && this.#exhausted === 'error' && isAsking(question))
      return this.#missed(request, question, usedUp(question, choice.of));
    this.#callers.take(caller, choice.part);
    return this.#serve(request, question, session, choice);
  }

  #asker(request: Request, question: Question, session: Session, caller: string): Asker {
    return {
      request,
      question,
      era: eraAsked(request, question),
      session: session.recorded,
      used: session.used,
      isOwn: (part: Part) => this.#callers.may(caller, part),
      fitsSecrets: (secrets: Choice['secrets']) =>
        secrets.every(([masked, sent]) => (this.#secrets.get(masked) ?? sent) === sent),
    };
  }

  /** Exchanges that ask the same; failing that, those that are as good. */
  #find(request: Request, question: Question): readonly Part[] {
    const same = this.script.find(request, question);
    if (same.length > 0) return same;
    return this.script.parts.filter((part) => isAsGood(part, request, question));
  }

  #serve(request: Request, question: Question, session: Session, { part, secrets }: Choice): Recorded {
    session.used.add(part);
    for (const [masked, sent] of secrets) if (!this.#secrets.has(masked)) this.#secrets.set(masked, sent);
    const echo = echoOf(part, request, question);
    session.asked(echo);
    const { method } = request;
    const ends = method === 'DELETE' && (part.exchange.response?.status ?? 500) < 300;
    if (ends) this.#sessions.end(session);
    return { kind: 'recorded', part, question, echo, session: this.#sessionAfter(session, part) };
  }

  /** Outside of a session, an answer that names one opens it. */
  #sessionAfter(session: Session, { names }: Part): Session {
    return names === undefined || session.id !== undefined ? session : this.#sessions.open(names);
  }

  #without(request: Request, question: Question, session: Session, isElsewhere: boolean): Reply {
    if (question.kind === 'notification' || question.kind === 'reply' || !isAsking(question)) {
      if (question.kind !== 'http') return { kind: 'own', answer: taken() };
      if (request.method !== 'DELETE' || session.id === undefined)
        return this.#missed(request, question, notRecorded(question, this.script));
      this.#sessions.end(session);
      return { kind: 'own', answer: sessionEnded() };
    }
    const miss = isElsewhere ? inOtherSession(question) : notRecorded(question, this.script);
    return this.#missed(request, question, miss);
  }

  #missed(request: Request, question: Question, miss: Miss): Own {
    const isModern = this.script.isModern && eraAsked(request, question) === 'modern';
    const answer = question.kind === 'http' ? nothingThere(request, miss) : errorAnswer(question, miss, isModern);
    return { kind: 'own', answer, miss };
  }
}

/** Whether an answer is due. */
const isAsking = ({ kind, messages }: Question): boolean =>
  kind === 'request' || (kind === 'batch' && messages.some((one) => one?.kind === 'request'));

/**
 * What stands in for an exact match. A client that has been updated introduces itself otherwise; a notification and
 * a reply are only taken note of; of what is no JSON-RPC the place counts, not the body.
 */
function isAsGood({ exchange, question }: Part, request: Request, sent: Question): boolean {
  if (question.kind !== sent.kind || question.method !== sent.method) return false;
  switch (sent.kind) {
    case 'notification':
    case 'reply':
      return true;
    case 'http':
      return exchange.request.path === request.path;
    case 'request':
      return sent.method === 'initialize' && versionAsked(question) === versionAsked(sent);
    default:
      return false;
  }
}

function versionAsked({ messages: [message] }: Question): unknown {
  return message !== undefined && 'params' in message && isObject(message.params)
    ? message.params['protocolVersion']
    : undefined;
}

/** The recorded tokens with the caller's, member by member: the two ask the same in the same order. */
export function echoOf({ exchange, question: recorded }: Part, request: Request, { messages }: Question): Echo {
  const ids = new Map<string, string>();
  const progressTokens = new Map<string, string>();
  recorded.messages.forEach((message, i) => {
    const own = messages[i];
    if (message?.kind !== 'request' || own?.kind !== 'request') return;
    ids.set(tokenKey(message.idToken), own.idToken);
    const place = recorded.kind === 'batch' ? [i] : [];
    const [before, now] = [progressToken(exchange.request, message, place), progressToken(request, own, place)];
    if (before !== undefined && now !== undefined) progressTokens.set(tokenKey(before), now);
  });
  return { ids, progressTokens };
}

function progressToken({ body }: Request, message: RpcMessage, place: readonly number[]): string | undefined {
  if (!('params' in message) || !isObject(message.params) || !isObject(message.params['_meta'])) return undefined;
  const text = body.outline ?? (body.decoded ?? body.bytes).toString('utf8');
  return textAt(text, [...place, 'params', '_meta', 'progressToken']);
}
