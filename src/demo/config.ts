/** The configuration that the owner of the drafts server would write; examples/drafts.config.yaml is the same in a file. */
import type { DraftsServer } from '../../examples/drafts-server/index.js';
import type { Config, Principal } from '../config/config.js';

export const VALID_ARGUMENTS = { title: 'Minutes', body: 'What was said.' } as const;

export function configFor(server: DraftsServer, principals: readonly Principal[], settleMs: number): Config {
  return {
    target: { kind: 'http', url: server.url },
    principals,
    allowWrites: false,
    passive: false,
    tools: { create_draft: { run: true, arguments: VALID_ARGUMENTS, dedupeBy: ['idempotencyKey'] } },
    state: { kind: 'url', url: server.stateUrl, method: 'GET', settleMs },
    reset: { kind: 'url', url: server.resetUrl, method: 'POST' },
    forbid: ["$.drafts[?(@.status!='draft')]"],
    volatile: [],
    redact: { headers: [], json: [] },
    timeoutMs: 10_000,
    expect: {},
    insecure: false,
    unused: [],
  };
}
