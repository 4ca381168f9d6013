import { describe, expect, it } from 'vitest';
import type { Principal } from '../../src/config/config.js';
import { ANONYMOUS, principalOf } from '../../src/recording/principal.js';

const KEY = Buffer.alloc(32, 7);
const WRITER: Principal = { name: 'writer', headers: [['Authorization', 'Bearer w']] };
const ADMIN: Principal = {
  name: 'admin',
  headers: [
    ['authorization', 'Bearer w'],
    ['X-Role', 'admin'],
  ],
};
const NOBODY: Principal = { name: 'nobody', headers: [] };

const of = (headers: Principal['headers'], configured: readonly Principal[] = []) =>
  principalOf(headers, configured, KEY);

describe('a principal', () => {
  it('is the configured caller whose headers the request carries, in any case', () => {
    expect(of([['AUTHORIZATION', 'Bearer w']], [WRITER, ADMIN])).toBe('writer');
  });

  it('is the one with the most headers of its own, where several fit', () => {
    expect(
      of(
        [
          ['Authorization', 'Bearer w'],
          ['x-role', 'admin'],
        ],
        [WRITER, ADMIN],
      ),
    ).toBe('admin');
  });

  it('is a keyed hash of at least 64 bits for a caller that is not configured', () => {
    const name = of([['Authorization', 'Bearer x']], [WRITER]);
    expect(name).toMatch(/^p-[0-9a-f]{16,}$/);
    expect(
      of(
        [
          ['authorization', 'Bearer x'],
          ['Accept', '*/*'],
        ],
        [WRITER],
      ),
    ).toBe(name);
    expect(of([['authorization', 'Bearer y']], [WRITER])).not.toBe(name);
    expect(principalOf([['authorization', 'Bearer x']], [], Buffer.alloc(32, 8))).not.toBe(name);
  });

  it('is one of its own where no credential is sent', () => {
    expect(of([['Accept', '*/*']], [WRITER])).toBe(ANONYMOUS);
    expect(of([['Accept', '*/*']], [WRITER, NOBODY])).toBe('nobody');
    expect(of([['X-Api-Key', 'k']], [NOBODY])).toMatch(/^p-/);
  });

  it('does not change with the session, nor with cookies beside a credential', () => {
    const name = of([['X-Api-Key', 'k']]);
    expect(
      of([
        ['X-Api-Key', 'k'],
        ['Mcp-Session-Id', 's'],
        ['Cookie', 'a=1'],
      ]),
    ).toBe(name);
    expect(of([['Mcp-Session-Id', 's']])).toBe(ANONYMOUS);
    expect(of([['Cookie', 'a=1']])).toMatch(/^p-/);
  });
});
