/**
 * The survey that every run begins with: which eras the server speaks, what it says of itself, and which tools it
 * offers to whom. Its requests are scripts, so that they are exchanges like all others.
 */
import { exchangeOf, type Evidence, type Script, type Subject } from '../case/case.js';
import type { Knowledge, ListedTool } from '../checks/check.js';
import { listTools, toolsOfPages } from '../checks/kit/lists.js';
import { rpcRequest } from '../checks/kit/requests.js';
import { send } from '../checks/kit/steps.js';
import { answerOf, describeAnswer } from '../exchange/answer.js';
import type { Exchange } from '../exchange/exchange.js';
import { ERAS, LATEST_VERSION, type Era } from '../mcp/eras.js';
import type { EngineContext } from './context.js';
import { legacyEra, modernEra, type EraFound } from './eras.js';
import type { RunVerdict } from './events.js';
import type { Runner } from './runner.js';
import { initializeRequest } from './session.js';

export type Survey = { readonly known: Knowledge } | { readonly verdict: RunVerdict };

const asked = (context: EngineContext, era: Era): Script => {
  const known = { path: context.target.path };
  const as = context.config.principals[0]?.name ?? null;
  // A process of its own: one that was opened by `initialize` may keep to the legacy era for its lifetime.
  const channel = `survey-${era}`;
  return function* () {
    const request =
      era === 'modern' ? rpcRequest({ known, era, session: [] }, 'server/discover') : initializeRequest(known.path);
    yield* send('case', request, { as, era, channel });
  };
};

const subjectOf = (context: EngineContext, era: Era): Subject => ({ era, transport: context.target.transport });

/** It was never there to be asked: no connection, or a process that ended before it said anything. */
const wasNeverThere = (exchange: Exchange | undefined): boolean =>
  exchange === undefined ||
  exchange.outcome === 'unreachable' ||
  (exchange.transport === 'stdio' && exchange.outcome === 'truncated-by-server');

/** Why no era was found, in a sentence. */
function noEra({ target }: EngineContext, answers: Readonly<Record<Era, Evidence>>): RunVerdict {
  const exchanges = ERAS.map((era) => exchangeOf(answers[era], 'case'));
  if (exchanges.every(wasNeverThere)) {
    return { kind: 'unreachable', reason: exchanges.find((one) => one?.error)?.error ?? 'no answer' };
  }
  const said = ERAS.map((era, i) => {
    const exchange = exchanges[i];
    const method = era === 'modern' ? 'server/discover' : 'initialize';
    return `${method} was answered with ${exchange ? describeAnswer(answerOf(exchange)) : 'nothing'}`;
  });
  const refused = exchanges.some((one) => one?.response?.status === 401 || one?.response?.status === 403);
  const question =
    target.transport === 'http' ? 'is this the URL of an MCP endpoint?' : 'is this the command of an MCP server?';
  const hint = refused ? 'give credentials by --header or principals' : question;
  return { kind: 'inconclusive', reason: `no era was found: ${said.join(', ')}; ${hint}` };
}

async function eraFound(context: EngineContext, runner: Runner, era: Era): Promise<[EraFound | undefined, Evidence]> {
  const evidence = await runner.run(asked(context, era), subjectOf(context, era));
  const exchange = exchangeOf(evidence, 'case');
  return [exchange && (era === 'modern' ? modernEra(exchange) : legacyEra(exchange)), evidence];
}

type ToolLists = Map<string, readonly ListedTool[]>;

async function captureLists(context: EngineContext, runner: Runner, eras: readonly Era[]): Promise<ToolLists> {
  const lists: ToolLists = new Map();
  for (const era of eras) {
    for (const { name } of context.config.principals) {
      const script: Script = function* () {
        yield* listTools({ path: context.target.path }, era, name);
      };
      const evidence = await runner.run(script, { ...subjectOf(context, era), principal: name });
      const pages = evidence.steps.flatMap(({ step, exchanges }) => (step.do === 'send' ? exchanges : []));
      const tools = toolsOfPages(pages);
      lists.set(`${era} ${name}`, tools);
      context.emit({ type: 'tools-listed', principal: name, era, tools: tools.map((tool) => tool.name) });
    }
  }
  return lists;
}

/** Pins the official client to each era, as each caller, and keeps what it negotiated as evidence. */
async function pinClients({ config, target, pin, emit }: EngineContext): Promise<void> {
  if (!pin) return;
  // On stdio every caller is the same: whoever starts the process.
  const principals = target.transport === 'stdio' ? config.principals.slice(0, 1) : config.principals;
  for (const era of ERAS) {
    for (const principal of principals) {
      const result = await pin(era, principal);
      if (result.ok) {
        const client = { name: '@modelcontextprotocol/client', principal: principal.name, how: 'pinned' } as const;
        emit({ type: 'client-seen', client: { ...client, era: result.era, version: result.version } });
      } else if (!result.isUnreachable) {
        const text = `the official client, pinned to ${LATEST_VERSION[era]} as ${principal.name}, was rejected with ${result.code}: ${result.message}`;
        emit({ type: 'note', check: 'version.declared-mode', text });
      }
    }
  }
}

/** Asks both eras, lists the tools of every caller in each that was found, and pins the official client. */
export async function survey(context: EngineContext, runner: Runner): Promise<Survey> {
  const [[modern, modernAnswer], [legacy, legacyAnswer]] = await Promise.all([
    eraFound(context, runner, 'modern'),
    eraFound(context, runner, 'legacy'),
  ]);
  await Promise.all(ERAS.map((era) => context.target.restart(`survey-${era}`)));
  if (!modern && !legacy) return { verdict: noEra(context, { modern: modernAnswer, legacy: legacyAnswer }) };
  const found = { ...(legacy ? { legacy } : {}), ...(modern ? { modern } : {}) };
  const eras = { ...(legacy ? { legacy: legacy.versions } : {}), ...(modern ? { modern: modern.versions } : {}) };
  context.emit({ type: 'eras-found', eras });
  await pinClients(context);
  const wanted = ERAS.filter((era) => found[era] && (context.eras?.includes(era) ?? true));
  const lists = await captureLists(context, runner, wanted);
  return {
    known: {
      transport: context.target.transport,
      path: context.target.path,
      config: context.config,
      eras,
      about: { ...(legacy ? { legacy: legacy.about } : {}), ...(modern ? { modern: modern.about } : {}) },
      tools: (principal, era) => lists.get(`${era} ${principal}`) ?? [],
    },
  };
}
