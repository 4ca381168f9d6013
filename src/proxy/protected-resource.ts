/**
 * OAuth metadata that names the server, where the client knows the proxy: it compares the two and refuses. Under `pass`
 * that is said; under `rewrite` the target's origin is led to the proxy in both places where it stands, and nowhere
 * else. Source: RFC 9728 § 3.3 and § 5.1; 2025-11-25 basic/authorization § Protected Resource Metadata Discovery.
 */
import { header, type HeaderList } from '../mcp/headers.js';
import { parseJson, replaceAt, textAt } from '../mcp/json-text.js';
import { decodeContent } from '../recording/content-coding.js';
import { leadToProxy } from './host.js';

/** pass: as it is, and said once; rewrite: the target's origin becomes the proxy's. */
export const OAUTH_POLICIES = ['pass', 'rewrite'] as const;
export type OAuthPolicy = (typeof OAUTH_POLICIES)[number];

/** No such document is larger; what is goes on as it is. */
const METADATA_BYTES_MAX = 1024 * 1024;

const METADATA_PATH = /^\/\.well-known\/oauth-protected-resource(?:[/?]|$)/;
const CHALLENGE = /(\bresource_metadata\s*=\s*"?)([^"\s,]+)/gi;

const isChallenge = (name: string): boolean => name.toLowerCase() === 'www-authenticate';

/** The document at its well-known place. */
export const isMetadata = (method: string | undefined, requestTarget: string, status: number): boolean =>
  method === 'GET' && status === 200 && METADATA_PATH.test(requestTarget);

/** Whether a refusal says where the document is. */
export const pointsToMetadata = (headers: HeaderList): boolean =>
  headers.some(([name, value]) => isChallenge(name) && /\bresource_metadata\s*=/i.test(value));

/** The headers with `resource_metadata` led to the proxy. */
export const leadChallenges = (headers: HeaderList, targetOrigin: string, proxyOrigin: string): HeaderList =>
  headers.map(([name, value]) =>
    isChallenge(name)
      ? ([
          name,
          value.replace(CHALLENGE, (_all, before: string, url: string) => {
            return before + leadToProxy(url, targetOrigin, proxyOrigin);
          }),
        ] as const)
      : ([name, value] as const),
  );

/** The document with its `resource` led to the proxy; undefined where there is nothing to lead. */
function leadResource(text: string, targetOrigin: string, proxyOrigin: string): string | undefined {
  const token = parseJson(text) === undefined ? undefined : textAt(text, ['resource']);
  const resource = token?.startsWith('"') ? (JSON.parse(token) as string) : undefined;
  const led = resource === undefined ? undefined : leadToProxy(resource, targetOrigin, proxyOrigin);
  return led === undefined || led === resource ? undefined : replaceAt(text, ['resource'], JSON.stringify(led));
}

const WITHOUT = new Set(['content-length', 'content-encoding', 'etag', 'content-md5', 'digest', 'content-digest']);

/** A document on its way, held until it is whole: its length changes with its content. */
export class HeldMetadata {
  readonly #chunks: Buffer[] = [];
  #length = 0;

  /** Says whether it can still be the document. */
  push(chunk: Buffer): boolean {
    this.#chunks.push(Buffer.from(chunk));
    this.#length += chunk.length;
    return this.#length <= METADATA_BYTES_MAX;
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }

  /** What goes to the client: as it came, where nothing in it is led. */
  answer(headers: HeaderList, targetOrigin: string, proxyOrigin: string): { headers: HeaderList; body: Buffer } {
    const bytes = this.bytes;
    const decoding = decodeContent(bytes, headers, METADATA_BYTES_MAX);
    const content = decoding.kind === 'plain' ? bytes : decoding.kind === 'decoded' ? decoding.bytes : undefined;
    const led = content && leadResource(content.toString('utf8'), targetOrigin, proxyOrigin);
    if (led === undefined) return { headers, body: bytes };
    const body = Buffer.from(led, 'utf8');
    const kept = headers.filter(([name]) => !WITHOUT.has(name.toLowerCase()));
    const length =
      header(headers, 'content-length') === undefined ? [] : [['Content-Length', String(body.length)] as const];
    return { headers: [...kept, ...length], body };
  }
}
