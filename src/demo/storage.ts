/** The storage of the drafts server as its window shows it, and what two looks at it say. */
import { isDeepStrictEqual } from 'node:util';
import { plural } from '../report/terminal/layout.js';

export interface DraftsState {
  readonly drafts: readonly { readonly id: string; readonly title: string; readonly status: string }[];
}

export const countOf = ({ drafts }: DraftsState): string => plural(drafts.length, 'draft');

/** The same records in the same states, not only as many. */
export const sameState = (one: DraftsState, two: DraftsState): boolean => isDeepStrictEqual(one, two);
