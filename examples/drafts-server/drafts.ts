/** What a draft is, and which arguments make one: the schemas that tools/list shows and that every call is checked against. */
import { z } from 'zod';

/** Where the limits of a draft are written, once; the README and the fault that breaks one of them refer to these. */
export const limits = { titleCharactersMax: 200, bodyCharactersMax: 10_000, idempotencyKeyCharactersMax: 100 } as const;

export const draftSchema = z.object({
  id: z.string().describe('Made by the server, unpredictable'),
  title: z.string(),
  body: z.string(),
  status: z.enum(['draft', 'published']).describe('Nothing here publishes: this is always "draft"'),
  owner: z.string().describe('The caller who created it'),
});
export type Draft = z.infer<typeof draftSchema>;

export const draftListSchema = z.object({ drafts: z.array(draftSchema) });

export const listDraftsInput = z.strictObject({});

export const createDraftInput = z.strictObject({
  title: text(1, limits.titleCharactersMax).describe('One line that names the draft'),
  body: text(0, limits.bodyCharactersMax).describe('The text itself'),
  idempotencyKey: text(1, limits.idempotencyKeyCharactersMax)
    .optional()
    .describe('A retry with the same key returns the draft that the first call made'),
});
export type CreateDraftArguments = z.infer<typeof createDraftInput>;

/**
 * A string of so many characters. JSON Schema counts characters where zod's min() and max() count UTF-16 units, so a
 * title of 150 emoji would be valid as advertised and refused as checked.
 */
function text(charactersMin: number, charactersMax: number) {
  return z
    .string()
    .refine((value) => characters(value) >= charactersMin && characters(value) <= charactersMax, {
      error: `must have ${charactersMin} to ${charactersMax} characters`,
    })
    .meta({ minLength: charactersMin, maxLength: charactersMax });
}

export function characters(value: string): number {
  return Array.from(value).length;
}
