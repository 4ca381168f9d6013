/** The target that a configuration names. */
import type { Config } from '../config/config.js';
import { httpTarget } from './http.js';
import { stdioTarget } from './stdio.js';
import type { Target } from './target.js';

export function openTarget({ target, insecure }: Pick<Config, 'target' | 'insecure'>): Target {
  if (target.kind === 'http') return httpTarget({ url: target.url, insecure });
  const { command, args, env, cwd } = target;
  return stdioTarget({ command, args, env, ...(cwd === undefined ? {} : { cwd }) });
}
