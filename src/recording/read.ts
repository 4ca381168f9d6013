/** Reads a recording from disk, in pieces: a recording may be larger than a string can be. */
import { closeSync, openSync, readSync } from 'node:fs';
import { LineSplitter } from '../mcp/lines.js';
import { UserError } from '../user-error.js';
import { RecordingAssembler, type Recording } from './recording.js';

const PIECE_BYTES = 1024 * 1024;

function openForReading(file: string): number {
  try {
    return openSync(file, 'r');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new UserError(`There is no file ${file}. Give the path of a recording (.jsonl).`);
    throw new UserError(`${file} could not be opened: ${message}.`);
  }
}

/** A line without its LF; `terminated`: it had one. */
export type OnLine = (bytes: Buffer, terminated: boolean) => void;

/** Every line of a file, in order. */
export function eachLine(file: string, onLine: OnLine): void {
  const descriptor = openForReading(file);
  try {
    const splitter = new LineSplitter();
    const piece = Buffer.alloc(PIECE_BYTES);
    for (let length = readPiece(descriptor, piece, file); length > 0; length = readPiece(descriptor, piece, file)) {
      for (const line of splitter.push(piece.subarray(0, length))) onLine(line, true);
    }
    const rest = splitter.rest();
    if (rest !== undefined) onLine(rest, false);
  } finally {
    closeSync(descriptor);
  }
}

/** The recording in a file, as far as it goes. */
export function readRecording(file: string): Recording {
  const assembler = new RecordingAssembler(file);
  eachLine(file, (line, terminated) => assembler.add(line, terminated));
  return assembler.result();
}

function readPiece(descriptor: number, piece: Buffer, file: string): number {
  try {
    return readSync(descriptor, piece, 0, piece.length, null);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EISDIR') throw new UserError(`${file} is a folder. Give the path of a recording in it (.jsonl).`);
    throw new UserError(`${file} could not be read: ${message}.`);
  }
}
