/** Breaks list.baseline-per-principal: every caller is offered a tool that its owner names for nobody. All else is valid. */
import { TOOLS } from '../sound/behaviour.js';
import type { BrokenServer } from './broken-server.js';

const PURGE = { name: 'purge', definition: { name: 'purge', inputSchema: { type: 'object' } } };

export default {
  check: 'list.baseline-per-principal',
  level: 'declared',
  breaks: {
    toolsFor: () => [...TOOLS, PURGE],
  },
} satisfies BrokenServer;
