/** Faults to plant, one small thing each, so that a tool which looks for faults can be seen to find them. */
import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { soundCreateDraft, type CreateDraftParts } from './create-draft.js';
import { characters, createDraftInput, draftSchema, type CreateDraftArguments } from './drafts.js';

export interface Fault {
  /** What the server does wrong, as one would say it. */
  title: string;
  /** The parts of create_draft that are spoilt. */
  parts: Partial<CreateDraftParts>;
}

const shortTitleCharactersMax = 80;
const isLong = (args: CreateDraftArguments) => characters(args.title) > shortTitleCharactersMax;

const textOrNothing = (value: unknown) => (typeof value === 'string' ? value : '');

const publishingInput = createDraftInput.extend({
  ready: z.boolean().optional().describe('True once the text is ready for review'),
});

export const faults = {
  'long-title-loses-status': {
    title: 'A title over 80 characters is cut, and the answer lacks the status that its schema requires',
    parts: {
      output: advertise(draftSchema, z.unknown()),
      draftOf: (args) => ({
        ...soundCreateDraft.draftOf(args),
        title: Array.from(args.title).slice(0, shortTitleCharactersMax).join(''),
      }),
      answerOf: ({ status, ...draft }, args) => (isLong(args) ? draft : { ...draft, status }),
    },
  },
  'writes-before-refusing': {
    title: 'Arguments are checked after the write, so a refused call has already made a draft',
    parts: {
      input: advertise(createDraftInput, z.looseObject({})),
      draftOf: ({ title, body }) => ({ title: textOrNothing(title), body: textOrNothing(body), status: 'draft' }),
      afterWrite: (args) => {
        const { error } = createDraftInput.safeParse(args);
        if (error !== undefined) throw new Error(z.prettifyError(error));
      },
    },
  },
  publishes: {
    title: 'An optional argument, ready, publishes the draft',
    parts: {
      input: publishingInput,
      draftOf: (args) => ({
        ...soundCreateDraft.draftOf(args),
        status: 'ready' in args && args.ready === true ? 'published' : 'draft',
      }),
    },
  },
  'accepts-extra-arguments': {
    title: 'The schema forbids further arguments, and a call that has them is accepted',
    parts: { input: advertise(createDraftInput, z.object(createDraftInput.shape)) },
  },
  'scope-forgotten': {
    title: 'create_draft is listed and callable for everybody',
    parts: { requiredScope: undefined },
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}

/** create_draft as it ought to be, or with one fault in it. */
export function createDraftParts(fault?: FaultName): CreateDraftParts {
  const spoilt: Partial<CreateDraftParts> = fault === undefined ? {} : faults[fault].parts;
  return { ...soundCreateDraft, ...spoilt };
}

/** Shows one schema and checks another, which is how a server comes to break its own promise: the SDK checks what it is given. */
function advertise<T>(
  shown: StandardSchemaWithJSON<unknown, T>,
  checked: StandardSchemaWithJSON,
): StandardSchemaWithJSON<unknown, T> {
  const validate = checked['~standard'].validate as StandardSchemaWithJSON<unknown, T>['~standard']['validate'];
  return { '~standard': { ...shown['~standard'], validate } };
}
