/** Secrets masked before anything is made of them: a mask that knows JSON sees more in a whole body than in a piece. */
import type { DoneStep, Evidence } from '../case/case.js';
import type { Request } from '../exchange/exchange.js';

export type MaskText = (text: string) => string;

/** Every string in a JSON value, masked; keys and structure stay. */
export function masked<T>(value: T, mask: MaskText): T {
  if (typeof value === 'string') return mask(value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => masked(one, mask)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked<unknown>(inner, mask)])) as T;
}

function maskedRequest(request: Request, mask: MaskText): Request {
  const text = request.body.bytes.toString('utf8');
  const cleaned = mask(text);
  // Bytes that are no text stay as they are where there is nothing to hide in them.
  if (cleaned === text) return request;
  return { ...request, body: { ...request.body, bytes: Buffer.from(cleaned, 'utf8') } };
}

function maskedStep(done: DoneStep, mask: MaskText): DoneStep {
  const { step, exchanges } = done;
  return {
    ...done,
    step: step.do === 'send' ? { ...step, request: maskedRequest(step.request, mask) } : step,
    exchanges: exchanges.map((exchange) => ({ ...exchange, request: maskedRequest(exchange.request, mask) })),
  };
}

/** Evidence whose requests hold no secret that the mask knows. */
export const maskedEvidence = (evidence: Evidence, mask: MaskText): Evidence => ({
  ...evidence,
  steps: evidence.steps.map((done) => maskedStep(done, mask)),
});
