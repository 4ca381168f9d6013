/**
 * What a configuration file may say, key by key. Its names are the contract's; keys that this version accepts and does
 * not use yet are marked, so that nobody believes they had an effect.
 */
import { z } from 'zod';
import { FINDING_LEVELS } from '../case/levels.js';
import { ERAS } from '../mcp/eras.js';

/** Values from `${NAME}` are text: a number or a boolean may be spelt out. */
const spelt = <T extends z.ZodType>(type: T) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    if (/^\d+$/.test(value)) return Number(value);
    return value === 'true' ? true : value === 'false' ? false : value;
  }, type);

const flag = spelt(z.boolean());
const count = spelt(z.number().int().nonnegative());
const port = spelt(z.number().int().min(0).max(65_535));
const texts = z.array(z.string());
const json = z.record(z.string(), z.unknown());

const toolAccess = z.strictObject({ name: z.string(), arguments: json.optional(), principal: z.string().optional() });
const access = {
  url: z.string().optional(),
  method: z.string().optional(),
  tool: toolAccess.optional(),
  command: texts.min(1).optional(),
};

const principal = z.strictObject({
  headers: z.record(z.string(), z.string()).optional(),
  token: z
    .strictObject({ scopes: texts.optional(), subject: z.string().optional(), audience: z.string().optional() })
    .optional(),
  tools: texts.optional(),
});

const tool = z.strictObject({
  run: flag.optional(),
  arguments: json.optional(),
  slowMs: count.optional(),
  dedupeBy: texts.optional(),
});

export const fileSchema = z.strictObject({
  target: z
    .strictObject({
      url: z.string().optional(),
      command: z.string().optional(),
      args: texts.optional(),
      env: z.record(z.string(), z.string()).optional(),
      cwd: z.string().optional(),
    })
    .optional(),
  eras: z.array(z.enum(ERAS)).min(1).optional(),
  principals: z.record(z.string(), principal).optional(),
  lists: z.string().optional(),
  allowWrites: flag.optional(),
  tools: z.record(z.string(), tool).optional(),
  state: z.strictObject({ ...access, settleMs: count.optional() }).optional(),
  forbid: texts.optional(),
  reset: z.strictObject(access).optional(),
  open: texts.optional(),
  shared: texts.optional(),
  origins: texts.optional(),
  publicUrl: z.string().optional(),
  pid: count.optional(),
  pidFile: z.string().optional(),
  trigger: z.record(z.string(), z.strictObject(access)).optional(),
  issuer: z
    .strictObject({
      port: port.optional(),
      audience: z.string().optional(),
      scopes: texts.optional(),
      scopeImplies: z.record(z.string(), texts).optional(),
    })
    .optional(),
  downstream: z.strictObject({ port }).optional(),
  canary: z.strictObject({ path: z.string(), contains: z.string() }).optional(),
  volatile: texts.optional(),
  redact: z.strictObject({ headers: texts.optional(), json: texts.optional() }).optional(),
  timeoutMs: spelt(z.number().int().min(1)).optional(),
  expect: z.record(z.string(), z.enum([...FINDING_LEVELS, 'info'])).optional(),
});

export type ConfigFile = z.infer<typeof fileSchema>;

/** Accepted, and without effect in this version. */
export const UNUSED_KEYS: readonly (keyof ConfigFile)[] = [
  'lists',
  'open',
  'shared',
  'origins',
  'publicUrl',
  'pid',
  'pidFile',
  'trigger',
  'issuer',
  'downstream',
  'canary',
];

/** The keys that may stand in the object at a path of the file; undefined where any may. */
export function knownKeysAt(path: readonly PropertyKey[]): readonly string[] | undefined {
  let at: unknown = fileSchema;
  for (const step of path) {
    at = unwrapped(at);
    if (at instanceof z.ZodObject) at = (at.shape as Record<PropertyKey, unknown>)[step];
    else if (at instanceof z.ZodRecord) at = at.valueType;
    else if (at instanceof z.ZodArray) at = at.element;
    else return undefined;
  }
  at = unwrapped(at);
  return at instanceof z.ZodObject ? Object.keys(at.shape) : undefined;
}

const unwrapped = (schema: unknown): unknown => (schema instanceof z.ZodOptional ? schema.unwrap() : schema);
