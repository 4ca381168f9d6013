/** The tool's own name and version; a test holds them to package.json, so that nothing has to be read at run time. */
export const TOOL = { name: 'mcp-shakedown', version: '0.1.0' } as const;
