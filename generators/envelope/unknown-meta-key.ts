/** A further key in the envelope, of a prefix that nobody reserved. Source: 2026-07-28 basic/index § _meta. */
import * as fc from 'fast-check';
import { withMemberAt } from '../json-edit.js';
import { bodyMutator } from '../mutator.js';

export const unknownMetaKey = bodyMutator(
  'unknown-meta-key',
  fc
    .tuple(
      fc.constantFrom('com.example/unknown', 'org.example.a-b/c.d_e', 'unknown'),
      fc.constantFrom('1', '"x"', 'null', '{"a":[]}'),
    )
    .map(
      ([key, json]) =>
        (text) =>
          withMemberAt(text, ['params', '_meta'], key, json),
    ),
  { neutral: true },
);
