/** The decisions inside create_draft, each one a part that a fault can replace, so that the tool itself stays plain. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { createDraftInput, draftSchema, type CreateDraftArguments, type Draft } from './drafts.js';
import { WRITE_SCOPE } from './principals.js';
import type { NewDraft } from './storage.js';

export interface CreateDraftParts {
  /** Without it the caller neither sees nor can call the tool; undefined lets everybody. */
  requiredScope: string | undefined;
  /** What tools/list shows; the SDK checks the arguments with it before the tool runs. */
  input: StandardSchemaWithJSON<unknown, CreateDraftArguments>;
  /** What tools/list shows; the SDK checks structuredContent with it before it is sent. */
  output: StandardSchemaWithJSON;
  /** What is written. */
  draftOf(args: CreateDraftArguments): Omit<NewDraft, 'owner'>;
  /** Runs between the write and the answer; throwing here makes a tool error. */
  afterWrite(args: CreateDraftArguments): void;
  /** What is answered. */
  answerOf(draft: Draft, args: CreateDraftArguments): Partial<Draft>;
}

export const soundCreateDraft: CreateDraftParts = {
  requiredScope: WRITE_SCOPE,
  input: createDraftInput,
  output: draftSchema,
  // Named one by one: spreading the arguments would let a caller set fields that are not theirs to set.
  draftOf: ({ title, body, idempotencyKey }) => ({
    title,
    body,
    status: 'draft',
    ...(idempotencyKey !== undefined && { idempotencyKey }),
  }),
  afterWrite: () => {},
  answerOf: (draft) => draft,
};
