/**
 * Recordings outlive versions: a file of an older version is brought up to the current one line by line, by one small
 * converter for each step. A new version adds one entry here and one old file under test/recording/files/.
 */
import { RECORDING_FORMAT, RECORDING_VERSION, type HeaderLine, type RecordingLine } from './format.js';
import { UserError } from '../user-error.js';

export type Converter = (line: RecordingLine) => RecordingLine;

/** `CONVERTERS[v]` turns a line of version v into one of version v + 1. */
export const CONVERTERS: Readonly<Record<number, Converter>> = {};

/** What brings a file's lines up to date. Throws where its header is not one that this program can read. */
export function migrationFor(
  header: unknown,
  name: string,
  converters = CONVERTERS,
  current = RECORDING_VERSION,
): Converter {
  const { format, version } = (header ?? {}) as Partial<HeaderLine>;
  if (format !== RECORDING_FORMAT) {
    throw new UserError(
      `${name} is not a recording: its first line should hold "format": "${RECORDING_FORMAT}". Give a file that \`record\`, or a finding, has left behind.`,
    );
  }
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    throw new UserError(
      `${name} has the version ${JSON.stringify(version)} in its first line, where a whole number from 1 was expected. The file was changed by hand, or is damaged.`,
    );
  }
  if (version > current) {
    throw new UserError(
      `${name} was written in version ${version} of the recording format, and this program reads versions up to ${current}. Update mcp-shakedown to read it.`,
    );
  }
  const steps: Converter[] = [];
  for (let v = version; v < current; v++) {
    const step = converters[v];
    if (step === undefined) throw new Error(`no converter from version ${v} of the recording format`);
    steps.push(step);
  }
  return (line) => steps.reduce((converted, step) => step(converted), line);
}
