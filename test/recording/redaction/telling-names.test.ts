import { describe, expect, it } from 'vitest';
import { headerTells, nameTells } from '../../../src/recording/redaction/telling-names.js';

describe('a name', () => {
  it.each([
    'password',
    'Password',
    'user_password',
    'clientSecret',
    'client-secret',
    'API_KEY',
    'apiKey',
    'api key',
    'X-Api-Key',
    'APIKey',
    'access_token',
    'refreshToken',
    'GITHUB_TOKEN',
    'private_key',
    'PrivateKey',
    'credential',
    'passwd',
    'cookie',
    'authorization',
    'password2',
    'user[password]',
  ])('such as %s tells', (name) => {
    expect(nameTells(name)).toBe(true);
  });

  it.each([
    'progressToken',
    'nextCursor',
    'maxTokens',
    'tokens',
    'token_type',
    'token_endpoint',
    'tokenCount',
    'secretary',
    'passwordPolicy',
    'authorization_endpoint',
    'key',
    'PWD',
    'cookies_enabled',
    'credentialId',
    '',
  ])('such as %j does not', (name) => {
    expect(nameTells(name)).toBe(false);
  });

  it.each([
    'Authorization',
    'Cookie',
    'set-cookie',
    'MCP-Session-Id',
    'x-api-key',
    'X-Auth-Token',
    'Proxy-Authorization',
  ])('of a header such as %s tells', (name) => {
    expect(headerTells(name)).toBe(true);
  });

  it.each(['Content-Type', 'MCP-Protocol-Version', 'Mcp-Name', 'WWW-Authenticate', 'Accept', 'traceparent'])(
    'of a header such as %s does not',
    (name) => {
      expect(headerTells(name)).toBe(false);
    },
  );
});
