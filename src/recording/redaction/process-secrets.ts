/** Secrets that a process was started with: environment variables and arguments whose names tell. */
import { nameTells } from './telling-names.js';

/** The values of the variables whose names tell. */
export const secretsOfEnvironment = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && value !== '' && nameTells(name) ? [value] : [],
  );

/** Where the arguments hold a secret: `--api-key VALUE`, `--token=VALUE`, `PASSWORD=VALUE`. */
function secretOf(
  args: readonly string[],
  at: number,
): { readonly before: string; readonly value: string } | undefined {
  const arg = args[at] ?? '';
  const sign = arg.indexOf('=');
  if (sign > 0 && nameTells(arg.slice(0, sign))) return { before: arg.slice(0, sign + 1), value: arg.slice(sign + 1) };
  const option = args[at - 1];
  const named = option !== undefined && /^--?[A-Za-z]/.test(option) && !option.includes('=') && nameTells(option);
  return named && !arg.startsWith('-') ? { before: '', value: arg } : undefined;
}

export const secretsOfArguments = (args: readonly string[]): string[] =>
  args.flatMap((_arg, at) => secretOf(args, at)?.value ?? []);

/** A command line for people, with the secrets in it masked. */
export const maskArguments = (args: readonly string[], mask: (secret: string) => string): string[] =>
  args.map((arg, at) => {
    const secret = secretOf(args, at);
    return secret === undefined || secret.value === '' ? arg : secret.before + mask(secret.value);
  });
