import { hash } from 'node:crypto';
import { parsePlatformHeader, PLATFORM_SKEW_MS, makePlatformText, type Blockchain } from '@popfray/protocol';
import type { Context as HonoCall } from 'hono';
import type { CrossChainContext } from './context.ts';
import type { MemberRow } from './directory.ts';
import { bodyHashOf, isSignedBy } from './platform-key.ts';

/** Who makes a call. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'platform'; readonly platform: Blockchain }
  | { readonly kind: 'member'; readonly member: MemberRow };

/** A request as far as a signature covers it. */
export interface SignedRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly body: string;
}

/** Knows callers by their Authorization header. */
export interface CallerDesk {
  /** Who a request says that it is from; null when that is not so, or was so once before. */
  find(authorization: string | undefined, request: SignedRequest): Promise<Caller | null>;
  /** The same of a request over HTTP with the text of its body. It is found once, since a signature counts once. */
  findOf(call: HonoCall, body: string): Promise<Caller | null>;
  /** Whether a request has been found to be from a platform. */
  isPlatform(call: HonoCall): boolean;
}

/**
 * Begins to know callers. Nonces are remembered as long as their signature could count again, by this process: what was signed before
 * it began is refused, so that a restart forgets nothing that matters.
 */
export function createCallerDesk(context: CrossChainContext): CallerDesk {
  const { db, now, platforms } = context;
  const sinceMs = Math.floor(now());
  /** When each nonce can be forgotten, epoch ms, about in that order. */
  const nonces = new Map<string, number>();

  function findPlatform(header: string, { method, path, body }: SignedRequest): Caller | null {
    const nowMs = now();
    const claim = parsePlatformHeader(header);
    const key = claim === null ? undefined : platforms.get(claim.platform);
    if (claim === null || key === undefined) return null;
    const { platform, timestamp, nonce, signature } = claim;
    if (timestamp < sinceMs || Math.abs(nowMs - timestamp) > PLATFORM_SKEW_MS) return null;
    const text = makePlatformText({ platform, method, path, bodyHash: bodyHashOf(body), timestamp, nonce });
    if (!isSignedBy(text, signature, key)) return null;
    for (const [known, untilMs] of nonces) {
      if (untilMs >= nowMs) break;
      nonces.delete(known);
    }
    if (nonces.has(`${platform} ${nonce}`)) return null;
    nonces.set(`${platform} ${nonce}`, nowMs + 2 * PLATFORM_SKEW_MS);
    return { kind: 'platform', platform };
  }

  async function findMember(token: string): Promise<Caller | null> {
    const member = await db
      .selectFrom('members')
      .selectAll()
      .where('token_hash', '=', hashOfToken(token))
      .executeTakeFirst();
    return member === undefined ? null : { kind: 'member', member };
  }

  async function find(authorization: string | undefined, request: SignedRequest): Promise<Caller | null> {
    if (authorization === undefined) return { kind: 'anonymous' };
    if (authorization.startsWith('Bearer ')) return findMember(authorization.slice('Bearer '.length));
    return findPlatform(authorization, request);
  }

  /** Callers of requests, as they were found. */
  const found = new WeakMap<Request, Caller | null>();

  return {
    find,
    async findOf({ req }, body) {
      const known = found.get(req.raw);
      if (known !== undefined) return known;
      const { pathname, search } = new URL(req.url);
      const caller = await find(req.header('Authorization'), {
        method: req.method,
        path: `${pathname}${search}`,
        body,
      });
      found.set(req.raw, caller);
      return caller;
    },
    isPlatform: ({ req }) => found.get(req.raw)?.kind === 'platform',
  };
}

/** What is kept of a member's token. */
export const hashOfToken = (token: string): string => hash('sha256', token, 'base64url');
