/** The eras that a server answers in are those that its owner says it serves. */
import { exchangeOf, type Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import type { Check } from '../check.js';
import { answerOf, type Answer } from '../../exchange/answer.js';
import { CLIENT_INFO } from '../../mcp/envelope.js';
import { LATEST_VERSION, type Era } from '../../mcp/eras.js';
import { notTestable } from '../kit/judge.js';
import { rpcRequest } from '../kit/requests.js';
import { send } from '../kit/steps.js';

const serves = (answer: Answer): boolean => answer.kind === 'result';

function judge(evidence: Evidence, declared: readonly Era[] | undefined): Verdict {
  const { era } = evidence.subject;
  const asked = exchangeOf(evidence, 'case');
  if (!asked) return notTestable(evidence.failure ?? 'the server was not asked');
  if (asked.outcome === 'unreachable') return notTestable('the server could not be reached');
  const answer = answerOf(asked);
  const { http, rpc } = answer;
  if (http === 401 || http === 403) return notTestable(`HTTP ${http}: the credentials were refused`);
  const expected = declared?.includes(era) ?? false;
  if (serves(answer) === expected) return { status: 'passed', http, rpc };
  return {
    status: 'failed',
    title: expected
      ? `Server does not serve the ${era} era that its owner declares`
      : `Server serves the ${era} era that its owner does not declare`,
    expected: `eras: [${declared?.join(', ') ?? ''}]`,
    received: `${era === 'legacy' ? 'initialize' : 'server/discover'} was ${serves(answer) ? 'answered with a result' : 'refused'}`,
    http,
    rpc,
  };
}

export const declaredMode: Check = {
  id: 'version.declared-mode',
  title: 'serves the eras that its owner declares, and no other',
  layer: 'era-and-version',
  level: 'declared',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'the owner (eras); 2026-07-28 basic/versioning § Compatibility Matrix',
  needs: ['declared-eras'],
  safety: 'read-only',
  everyEra: true,
  explain: {
    sends: 'server/discover with a full envelope, and a 2025-11-25 initialize, on stdio each to a process of its own.',
    right: 'A result exactly in the eras that the configuration names under eras.',
    why: 'A server that was meant to be modern-only and still answers initialize keeps every legacy client silently on legacy rules.',
  },
  plan(era, known) {
    if (!known.config.eras) return { status: 'not-testable', reason: 'eras is not configured' };
    const as = known.config.principals[0]?.name ?? null;
    const request =
      era === 'modern'
        ? rpcRequest({ known, era, session: [] }, 'server/discover')
        : rpcRequest({ known, era, session: [] }, 'initialize', {
            protocolVersion: LATEST_VERSION.legacy,
            capabilities: {},
            clientInfo: CLIENT_INFO,
          });
    const channel = `declared-${era}`;
    return {
      cases: [
        {
          subject: { era, transport: known.transport },
          *script() {
            yield { do: 'restart', channel };
            yield* send('case', request, { as, era, channel });
          },
        },
      ],
    };
  },
  judge: (evidence, { config }) => judge(evidence, config.eras),
};
