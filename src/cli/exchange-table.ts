/** A recording as a table for people: a line for each exchange, in the order in which their requests came. */
import type { ShownExchange } from '../recording/exchanges-document.js';
import { clip, inert } from '../report/inert.js';

const HEADINGS = ['n', 'time', 'principal', 'era', 'method', 'tool', 'http', 'outcome', 'ms'];
const CELL_CHARACTERS_MAX = 40;
/** Columns of figures stand at the right. */
const FIGURES = new Set(['n', 'http', 'ms']);

function methodOf({ rpc, batch, request, from }: ShownExchange): string {
  const asked = rpc?.method ?? (batch ? `batch of ${batch.length}` : (request.method ?? 'message'));
  return from === 'server' ? `< ${asked}` : asked;
}

function cellsOf(exchange: ShownExchange): string[] {
  const { n, at, principal, era, rpc, response, outcome, durationMs } = exchange;
  return [
    String(n),
    at.slice(11, 23),
    principal,
    era,
    methodOf(exchange),
    rpc?.name ?? '',
    response?.status === undefined ? '' : String(response.status),
    outcome,
    durationMs.toFixed(1),
  ].map((cell) => clip(inert(cell), CELL_CHARACTERS_MAX));
}

/** The table, its heading first. */
export function exchangeTable(exchanges: readonly ShownExchange[]): string {
  const rows = [HEADINGS, ...exchanges.map(cellsOf)];
  const widths = HEADINGS.map((_heading, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row
      .map((cell, column) =>
        FIGURES.has(HEADINGS[column] ?? '') ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return rows.map((row) => `${line(row)}\n`).join('');
}
