/** The catalogue, in the order in which checks run: eras first, what ends or delays a server last. */
import type { Check } from './check.js';
import { lateWriteLegacy } from './cancel/late-write-legacy.js';
import { lateWriteStdio } from './cancel/late-write-stdio.js';
import { lateWrite } from './cancel/late-write.js';
import { discoverRequired } from './discover/required.js';
import { capabilitiesMissing } from './envelope/capabilities-missing.js';
import { metaMissing } from './envelope/meta-missing.js';
import { wrongTypes } from './envelope/wrong-types.js';
import { envelopeVersionMissing } from './envelope/version-missing.js';
import { base64Malformed } from './header/base64-malformed.js';
import { methodMismatch } from './header/method-mismatch.js';
import { methodMissing } from './header/method-missing.js';
import { nameMismatch } from './header/name-mismatch.js';
import { nameMissing } from './header/name-missing.js';
import { versionMismatch } from './header/version-mismatch.js';
import { versionMissing } from './header/version-missing.js';
import { serverErrorOnClientFault } from './http/5xx-on-client-fault.js';
import { idEchoOnError } from './jsonrpc/id-echo-on-error.js';
import { idEcho } from './jsonrpc/id-echo.js';
import { baselinePerPrincipal } from './list/baseline-per-principal.js';
import { replayChanged } from './replay/changed.js';
import { stillFailing } from './replay/still-failing.js';
import { crash } from './robust/crash.js';
import { hang } from './robust/hang.js';
import { forbiddenEffect } from './state/forbidden-effect.js';
import { refusedWriteNothing } from './state/refused-write-nothing.js';
import { toolErrorWritesNothing } from './state/tool-error-writes-nothing.js';
import { handlerFaultChannel } from './tools/handler-fault-channel.js';
import { invalidArgsAccepted } from './tools/invalid-args-accepted.js';
import { invalidArgsIsToolError } from './tools/invalid-args-is-tool-error.js';
import { invalidArgsNoProtocol500 } from './tools/invalid-args-no-protocol-500.js';
import { outputSchema } from './tools/output-schema.js';
import { unknownTool } from './tools/unknown-tool.js';
import { validArgsAccepted } from './tools/valid-args-accepted.js';
import { declaredMode } from './version/declared-mode.js';
import { initializeOnModernOnly, initializeOnModernOnlyStdio } from './version/initialize-on-modern-only.js';
import { unknownLegacy } from './version/unknown-legacy.js';
import { unknownModern, unknownModernStdio } from './version/unknown-modern.js';

export const CHECKS: readonly Check[] = [
  declaredMode,
  discoverRequired,
  unknownModern,
  unknownModernStdio,
  unknownLegacy,
  initializeOnModernOnly,
  initializeOnModernOnlyStdio,
  metaMissing,
  envelopeVersionMissing,
  capabilitiesMissing,
  wrongTypes,
  versionMismatch,
  versionMissing,
  methodMismatch,
  methodMissing,
  nameMismatch,
  nameMissing,
  base64Malformed,
  idEcho,
  idEchoOnError,
  baselinePerPrincipal,
  outputSchema,
  validArgsAccepted,
  unknownTool,
  invalidArgsAccepted,
  invalidArgsIsToolError,
  invalidArgsNoProtocol500,
  handlerFaultChannel,
  refusedWriteNothing,
  toolErrorWritesNothing,
  forbiddenEffect,
  lateWrite,
  lateWriteLegacy,
  lateWriteStdio,
  serverErrorOnClientFault,
  hang,
  crash,
  replayChanged,
  stillFailing,
];
