import { describe, expect, it } from 'vitest';
import type { RecordingLine } from '../../src/recording/format.js';
import { migrationFor } from '../../src/recording/migration.js';
import { HEADER } from './exchanges.js';

const mark = (step: string) => (line: RecordingLine) =>
  ({ ...line, at: `${'at' in line ? line.at : ''}${step}` }) as RecordingLine;

describe('a migration', () => {
  it('leaves lines of the current version alone', () => {
    expect(migrationFor(HEADER, 'tape')(HEADER)).toEqual(HEADER);
  });

  it('takes an older file through every step, in order', () => {
    const migrate = migrationFor({ ...HEADER, version: 1 }, 'tape', { 1: mark(' one'), 2: mark(' two') }, 3);
    expect(migrate({ type: 'close', at: 'then', exchanges: 0 })).toEqual({
      type: 'close',
      at: 'then one two',
      exchanges: 0,
    });
  });
});
