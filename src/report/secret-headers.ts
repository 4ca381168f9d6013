/** Headers whose values never stand in a report: those whose name tells, and those that the owner's callers use. */
import { headerTells } from '../recording/redaction/telling-names.js';

export const isSecretHeader = (name: string, own: readonly string[] = []): boolean =>
  headerTells(name) || own.some((one) => one.toLowerCase() === name.toLowerCase());
