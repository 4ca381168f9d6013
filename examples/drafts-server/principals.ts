/** Who may call, and what each may do. A real server would ask its identity provider; this one has two fixed callers. */
import { OAuthError, OAuthErrorCode, type AuthInfo, type OAuthTokenVerifier } from '@modelcontextprotocol/server';

export const WRITE_SCOPE = 'drafts:write';

export type PrincipalName = 'writer' | 'reader';

export interface Principal {
  name: PrincipalName;
  scopes: readonly string[];
}

export const principals: Readonly<Record<PrincipalName, Principal>> = {
  writer: { name: 'writer', scopes: ['drafts:read', WRITE_SCOPE] },
  reader: { name: 'reader', scopes: ['drafts:read'] },
};

export type Tokens = Record<PrincipalName, string>;

/** Long enough that nobody guesses them, and named so that nobody takes them for real ones. */
export const demoTokens: Readonly<Tokens> = {
  writer: 'demo-writer-4f9c2ab7d1e84c60b35e7790fa16c8d2',
  reader: 'demo-reader-9b03e6d58c7a41f2a6d4170be2c5f831',
};

export function isPrincipalName(name: string): name is PrincipalName {
  return Object.hasOwn(principals, name);
}

export function tokenVerifier(tokens: Tokens): OAuthTokenVerifier {
  const byToken = new Map([
    [tokens.writer, principals.writer],
    [tokens.reader, principals.reader],
  ]);
  return {
    verifyAccessToken: async (token) => {
      const principal = byToken.get(token);
      if (principal === undefined) throw new OAuthError(OAuthErrorCode.InvalidToken, 'Unknown token');
      // The SDK refuses a token that has no expiry at all; these never expire.
      return { token, clientId: principal.name, scopes: [...principal.scopes], expiresAt: Number.MAX_SAFE_INTEGER };
    },
  };
}

/** The principal behind a verified token. */
export function principalOf(authInfo: AuthInfo | undefined): Principal {
  const name = authInfo?.clientId ?? '';
  if (!isPrincipalName(name)) throw new Error('This request was not authenticated');
  return principals[name];
}
