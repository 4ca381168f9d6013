/** What help says beyond the list of flags. */
import { EXIT_CODE_LINES } from './exit-codes.js';

export const DESCRIPTION =
  'Records the traffic between an MCP client and a server, probes and fuzzes the server, and replays what was found.';

const exitCodes = EXIT_CODE_LINES.map(([code, meaning]) => `  ${String(code).padEnd(4)} ${meaning}`).join('\n');

export const FOOTER = `
A target is one of: --target URL; -- COMMAND ARG… (stdio, always last); --server NAME out of an mcpServers file; or the
target of the configuration. Without --allow-writes no call is sent that a sound server would execute as a write.

Exit codes
${exitCodes}

Results go to stdout, progress to stderr. "mcp-shakedown COMMAND --help" tells the flags of one command.`;
