import { describe, expect, it } from 'vitest';
import { endToEnd } from '../../src/mcp/hop-by-hop.js';

describe('headers that go on', () => {
  it('are all but those of the connection, and those that it names, in their order and case', () => {
    expect(
      endToEnd([
        ['Host', 'x'],
        ['CONNECTION', 'keep-alive, X-Hop, Host'],
        ['X-One', '1'],
        ['x-hop', 'gone'],
        ['TE', 'trailers'],
        ['x-one', '2'],
        ['Proxy-Authorization', 'Basic x'],
        ['Transfer-Encoding', 'chunked'],
        ['Expect', '100-continue'],
      ]),
    ).toEqual([
      ['Host', 'x'],
      ['X-One', '1'],
      ['x-one', '2'],
      ['Proxy-Authorization', 'Basic x'],
    ]);
  });
});
