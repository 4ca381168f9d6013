/** Each caller is offered exactly the tools that the owner names for it. */
import type { Evidence } from '../../case/case.js';
import type { Verdict } from '../../case/verdict.js';
import type { Principal } from '../../config/config.js';
import type { Check } from '../check.js';
import { answerOf } from '../../exchange/answer.js';
import { notTestable } from '../kit/judge.js';
import { listTools, toolsOfPages } from '../kit/lists.js';

const quoted = (names: readonly string[]): string => (names.length > 0 ? names.toSorted().join(', ') : 'none');

function judge(evidence: Evidence, principal: Principal | undefined): Verdict {
  const pages = evidence.steps.flatMap(({ step, exchanges }) => (step.do === 'send' ? exchanges : []));
  const last = pages.at(-1);
  if (!principal?.tools || !last) return notTestable(evidence.failure ?? 'no list was read');
  if (last.outcome !== 'ok') return notTestable(`tools/list of ${principal.name} ended ${last.outcome}`);
  const listed = toolsOfPages(pages).map(({ name }) => name);
  const added = listed.filter((name) => !principal.tools?.includes(name));
  const missing = principal.tools.filter((name) => !listed.includes(name));
  const { http, rpc } = answerOf(last);
  if (added.length + missing.length === 0) return { status: 'passed', http, rpc };
  const differences = [
    ...(added.length > 0 ? [`offers ${quoted(added)} as well`] : []),
    ...(missing.length > 0 ? [`lacks ${quoted(missing)}`] : []),
  ];
  return {
    status: 'failed',
    title: `Tool list of ${principal.name} differs from the one declared: ${differences.join('; ')}`,
    expected: quoted(principal.tools),
    received: quoted(listed),
    http,
    rpc,
  };
}

export const baselinePerPrincipal: Check = {
  id: 'list.baseline-per-principal',
  title: 'offers each caller the tools that the owner declares for it',
  layer: 'contract',
  level: 'declared',
  kind: 'protocol',
  eras: ['legacy', 'modern'],
  transports: ['http', 'stdio'],
  source: 'the owner (principals.NAME.tools)',
  needs: ['expected-tools'],
  safety: 'read-only',
  explain: {
    sends: 'tools/list, all pages, once for every configured caller.',
    right:
      'Exactly the tools that the configuration names for the caller. Callers for which it names none are left out.',
    why: 'A tool that turns up for the wrong caller is offered to every model that acts for it.',
  },
  plan(era, known) {
    const declared = known.config.principals.filter(({ tools }) => tools !== undefined);
    if (declared.length === 0) return { status: 'not-testable', reason: 'principals.NAME.tools is not configured' };
    return {
      cases: declared.map((principal) => ({
        subject: { era, transport: known.transport, principal: principal.name },
        *script() {
          yield* listTools(known, era, principal.name);
        },
      })),
    };
  },
  judge: (evidence, { config }) =>
    judge(
      evidence,
      config.principals.find(({ name }) => name === evidence.subject.principal),
    ),
};
