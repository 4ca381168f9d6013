/** Breaks robust.hang: a call of a tool that does not exist is never answered. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'robust.hang',
  level: 'heuristic',
  beside: ['tools.unknown-tool'],
  breaks: {
    fate: ({ message }) => (message.params?.['name'] === 'no_such_tool' ? 'silence' : 'answer'),
  },
} satisfies BrokenServer;
