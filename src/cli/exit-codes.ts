/** Every exit code of the program, once. The order in which they apply is in report/exit-code.ts. */
export const EXIT_CODES = {
  clean: 0,
  findings: 1,
  usage: 2,
  inconclusive: 3,
  unreachable: 4,
  /** A fault of ours (EX_SOFTWARE of sysexits.h). */
  fault: 70,
  /** 128 and the number of SIGINT, for any signal that stops a run. */
  interrupted: 130,
} as const;

/** The table as `--help` prints it. */
export const EXIT_CODE_LINES: readonly (readonly [code: number, meaning: string])[] = [
  [EXIT_CODES.clean, 'clean: something was really tested, and nothing at or above --fail-on was found'],
  [EXIT_CODES.findings, 'confirmed findings at or above --fail-on'],
  [EXIT_CODES.usage, 'usage or configuration error'],
  [EXIT_CODES.inconclusive, 'inconclusive: nothing was really tested, and the output says why'],
  [EXIT_CODES.unreachable, 'the target could not be reached or started'],
  [EXIT_CODES.interrupted, 'interrupted (probe, fuzz, replay); what was found until then is on disk'],
];
