/** The URL of a target, checked. */
import { UserError } from '../user-error.js';

/** Gives the URL back as it was written, or says what is wrong with it; `place` is where it was read. */
export function checkUrl(url: string, place: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed === undefined || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) {
    throw new UserError(
      `${place}: ${JSON.stringify(url)} is no http or https URL; expected one as in http://127.0.0.1:4000/mcp.`,
    );
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new UserError(
      `${place}: the URL holds a user name or a password; give credentials as a header instead (--header or principals).`,
    );
  }
  return url;
}
