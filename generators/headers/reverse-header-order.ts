/** The headers in the reverse order, which means the same as their names differ. Source: RFC 9110 § 5.3. */
import { headerMutator } from '../mutator.js';

export const reverseHeaderOrder = headerMutator('reverse-header-order', () => [(headers) => headers.toReversed()], {
  neutral: true,
});
