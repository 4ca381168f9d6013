/** What other programs may import: the configuration, the ways to send to a server, and the shapes that cross them. */
export { loadConfig } from './config/load.js';
export type { ConfigFlags } from './config/flags.js';
export type { Config, Principal, StateAccess, TargetConfig, ToolConfig } from './config/config.js';
export { httpTarget, type HttpTargetOptions } from './target/http.js';
export { stdioTarget, type StdioTargetOptions } from './target/stdio.js';
export type { Flight, ProcessEnd, SendOptions, StateReader, Target, Unasked } from './target/target.js';
export { serve, type Served, type ServeOptions } from './serve/serve.js';
export type { Exchange, Outcome, Request, Response } from './exchange/exchange.js';
export type { Report } from './report/report.js';
export type { Finding } from './case/finding.js';
export { UserError } from './user-error.js';
