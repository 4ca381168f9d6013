/** Breaks robust.crash: it dies of a tool name that every object has. All else is valid. */
import type { BrokenServer } from './broken-server.js';

export default {
  check: 'robust.crash',
  level: 'must',
  beside: ['tools.unknown-tool'],
  breaks: {
    fate: ({ message }) => (message.params?.['name'] === 'constructor' ? 'death' : 'answer'),
  },
} satisfies BrokenServer;
