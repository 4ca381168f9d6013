/**
 * The name of a fault, short enough to be said aloud. It is made of what the fault is, never of a value that was sent
 * or received, so that the same fault has the same id in every run, on every shard and on every machine.
 */
import { createHash } from 'node:crypto';
import type { Transport } from '../exchange/exchange.js';
import type { Era } from '../mcp/eras.js';

export interface Fault {
  readonly check: string;
  readonly era: Era;
  readonly transport: Transport;
  readonly principal: string | null;
  readonly tool: string | null;
  /** What tells two faults of one check apart: the mutations, the kind of answer, a JSON path. No values. */
  readonly signature: string;
}

/** Crockford's Base32: no I, L, O or U, which are misread or make words. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 30 bits: of a thousand faults in one report, two share an id once in two thousand reports. */
const CHARACTERS = 6;

export function findingId({ check, era, transport, principal, tool, signature }: Fault): string {
  const parts = JSON.stringify([check, era, transport, principal, tool, signature]);
  const digest = createHash('sha256').update(parts, 'utf8').digest();
  let id = '';
  for (let i = 0; i < CHARACTERS; i++) id += ALPHABET.charAt((digest[i] ?? 0) & 0x1f);
  return `F-${id}`;
}
