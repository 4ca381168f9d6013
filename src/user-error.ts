/**
 * A mistake of the user or of the machine around us, as one sentence: what was read, what was expected, what to do.
 * It is printed without a stack trace; anything else that is thrown is a fault of ours.
 */
export class UserError extends Error {
  /** 2: usage or configuration. 4: the target could not be reached or started. */
  readonly exitCode: 2 | 4;

  constructor(message: string, exitCode: 2 | 4 = 2) {
    super(message);
    this.name = 'UserError';
    this.exitCode = exitCode;
  }
}
