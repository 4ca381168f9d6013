/**
 * A check: a claim about a server, with the section of the specification that it rests on. It has up to three parts,
 * all pure: `plan` and `judge` put a question of their own; `look` judges any exchange, so that it runs on recordings
 * too; `fault` says whether the bytes of a request break the rule, so that fuzzing knows what may answer them.
 */
import type { Case, Evidence, Subject } from '../case/case.js';
import type { LayerName, Level } from '../case/levels.js';
import type { Verdict } from '../case/verdict.js';
import type { Config } from '../config/config.js';
import type { Accept } from '../exchange/accept.js';
import type { Answer } from '../exchange/answer.js';
import type { Exchange, Request, Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';
import type { JsonObject } from '../mcp/json-rpc.js';

/** What a check needs to be given before it can say anything; docs/checks.md names the configuration keys. */
export type Need =
  'principals' | 'state' | 'forbid' | 'declared-eras' | 'expected-tools' | 'safe-args' | 'slow-tool' | 'recording';

/** What its requests do to a correct server: read, be turned away, or really run a tool. */
export type Safety = 'read-only' | 'refused' | 'writes';

/** A tool as one caller sees it in one era. */
export interface ListedTool {
  readonly name: string;
  readonly definition: JsonObject;
}

/** What is known of the server by the time checks are planned. */
export interface Knowledge {
  readonly transport: Transport;
  /** Path and query of the endpoint. */
  readonly path: string;
  readonly config: Config;
  /** Versions found to be spoken, by era; an era that is missing was not found. */
  readonly eras: Partial<Record<Era, readonly string[]>>;
  /** `server/discover`'s or `initialize`'s result, by era. */
  readonly about: Partial<Record<Era, JsonObject>>;
  /** Tools by principal and era. */
  tools(principal: string, era: Era): readonly ListedTool[];
}

/** What a judge may know besides the evidence: what the owner stated. */
export type Judging = Pick<Knowledge, 'config'>;

/** The cases of a check in one era, or why there are none. */
export type Plan =
  | { readonly cases: readonly Case[]; readonly leftOut?: readonly LeftOut[] }
  | { readonly status: 'not-testable' | 'not-applicable'; readonly reason: string };

/** A tool that the check says nothing about, and why; it has a row of its own in the report. */
export interface LeftOut {
  readonly principal: string;
  readonly tool: string;
  readonly reason: string;
}

/** A rule about the bytes of one request. */
export interface RequestFault {
  /** Names the faulty request, to be read after "a server must refuse": `a call whose Mcp-Name differs from the body`. */
  readonly words: string;
  /** Whether this request breaks the rule. */
  readonly present: (request: Request, subject: Subject) => boolean;
  /** Every answer that a correct server may give then. */
  readonly accept: readonly Accept[];
  /** Read from the top when no entry of `accept` matched; none matching, the check's own level holds. */
  readonly grade?: readonly { readonly when: (answer: Answer, exchange: Exchange) => boolean; readonly level: Level }[];
}

export interface Check {
  /** The catalogue's id, `family.name`. */
  readonly id: string;
  /** A claim: "rejects a call whose Mcp-Name differs from the body". */
  readonly title: string;
  readonly layer: LayerName;
  readonly level: Level;
  readonly kind: 'protocol' | 'effect';
  readonly eras: readonly Era[];
  readonly transports: readonly Transport[];
  /** Revision, page and section. */
  readonly source: string;
  readonly needs: readonly Need[];
  readonly safety: Safety;
  /** For `explain`: what is sent, what is right, and why it matters. */
  readonly explain: { readonly sends: string; readonly right: string; readonly why: string };
  plan?(era: Era, known: Knowledge): Plan;
  judge?(evidence: Evidence, known: Judging): Verdict;
  /** A verdict on one exchange, or undefined where the rule says nothing about it. */
  look?(exchange: Exchange, facts: Facts): Verdict | undefined;
  readonly fault?: RequestFault;
  /** Asked even in an era that the server was not found to speak. */
  readonly everyEra?: true;
  /** Judged on the evidence of every other check's cases as well: those of faulty requests only, or all. */
  readonly onEveryCase?: 'faulty' | 'all';
  /** Its judge also judges single fuzzed calls, with the state read `before` and `after`. */
  readonly fuzzed?: true;
  /** The wire timeline of its case belongs into the report, whatever the verdict. */
  readonly timeline?: true;
}

/** What an exchange does not say itself. */
export interface Facts {
  /** The tool that it calls, as it was advertised to the caller. */
  readonly definition?: JsonObject;
}
