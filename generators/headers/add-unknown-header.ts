/** A header that no specification names, which a server has to leave alone. Source: RFC 9110 § 5.1. */
import { headerMutator } from '../mutator.js';

export const addUnknownHeader = headerMutator(
  'add-unknown-header',
  () => [
    (headers) => [...headers, ['X-Unknown', 'anything']],
    (headers) => [['X-Unknown', ''], ...headers],
    (headers) => [...headers, ['X-Unknown', 'a'.repeat(1024)]],
  ],
  { neutral: true },
);
