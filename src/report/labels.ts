/** The labels by which scripts name what they send; see src/checks/kit/. */

/** The request under test. */
export const CASE = 'case';

/** The same request as it should have been. */
export const CONTROL = 'control';

/** The same call, not given up, to learn how long it takes: it asks nothing. */
export const MEASURED = 'usual';
