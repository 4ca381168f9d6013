/**
 * The storage behind the server, by the way that its owner gave: a URL, a tool of the server, or a command. What goes
 * wrong is said with what was asked and what came, as a state that cannot be read makes every check on it untestable.
 */
import type { Config, Principal, StateAccess } from '../config/config.js';
import { answerOf, describeAnswer } from '../exchange/answer.js';
import { textOf, type Exchange } from '../exchange/exchange.js';
import { isObject } from '../mcp/json-rpc.js';
import { parseJson } from '../mcp/json-text.js';
import { fetchText, placeOf } from './state-url.js';
import { runCommand } from './state-command.js';
import type { StateReader } from './target.js';

/** Calls a tool of the server in whichever era it speaks. */
export type ToolCall = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  as: Principal | null,
) => Promise<Exchange>;

type Ways = Pick<Config, 'state' | 'reset' | 'principals' | 'setAside' | 'timeoutMs' | 'insecure'>;

/** The reader of the configured state; undefined where neither it nor a reset is configured. */
export function stateReader(config: Ways, callTool: ToolCall): StateReader | undefined {
  const { state, reset } = config;
  if (state === undefined && reset === undefined) return undefined;
  return {
    settleMs: state?.settleMs ?? 0,
    async read() {
      if (state === undefined) throw new Error('no way to read it is configured (key: state)');
      return jsonOf(await reach(state, config, callTool), state);
    },
    reset: reset && (async () => void (await reach(reset, config, callTool))),
  };
}

/** What came back, as text, or as the value that a tool gave. */
type Reached = { readonly text: string } | { readonly value: unknown };

async function reach(access: StateAccess, config: Ways, callTool: ToolCall): Promise<Reached> {
  switch (access.kind) {
    case 'url':
      return { text: await fetchText(access, config) };
    case 'command':
      return { text: await runCommand(access.command, config.timeoutMs) };
    case 'tool':
      return { value: valueOf(access.name, await callTool(access.name, access.arguments, callerOf(access, config))) };
  }
}

function callerOf(
  access: Extract<StateAccess, { kind: 'tool' }>,
  { principals, setAside = [] }: Ways,
): Principal | null {
  const all = [...principals, ...setAside];
  if (access.principal === undefined) return all[0] ?? null;
  const found = all.find(({ name }) => name === access.principal);
  if (found) return found;
  throw new Error(`the state tool ${access.name} is to be called as ${access.principal}, who is not configured`);
}

/** The value in a tool's result: its structured content, else the JSON in its text, else its text. */
function valueOf(name: string, exchange: Exchange): unknown {
  const answer = answerOf(exchange);
  const result = answer.message?.kind === 'result' ? answer.message.result : undefined;
  if (answer.kind !== 'result' || !isObject(result)) {
    const said = exchange.response ? `: ${excerpt(textOf(exchange.response.body))}` : '';
    throw new Error(
      `the tool ${name} answered with ${describeAnswer(answer)}${exchange.error ? ` (${exchange.error})` : said}`,
    );
  }
  if ('structuredContent' in result) return result['structuredContent'];
  const content = Array.isArray(result['content']) ? result['content'] : [];
  const texts = content
    .filter(isObject)
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : []));
  const values = texts.map((text) => parseJson(text) ?? text);
  return values.length === 1 ? values[0] : values;
}

function jsonOf(reached: Reached, access: StateAccess): unknown {
  if ('value' in reached) return reached.value;
  const value = parseJson(reached.text);
  if (value !== undefined) return value;
  throw new Error(`${wayOf(access)} gave something that is not JSON: ${excerpt(reached.text)}`);
}

const wayOf = (access: StateAccess): string =>
  access.kind === 'url'
    ? `${access.method} ${placeOf(access.url)}`
    : access.kind === 'tool'
      ? access.name
      : access.command.join(' ');

const excerpt = (text: string): string => JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text);
