import type { Context as Call } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Settings } from '../config/index.ts';

/** What a token looks like: 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Whether the game is served over https, so that its cookie must be. Known from the configuration: behind a proxy that ends
 * TLS every request looks like plain http.
 */
const isSecure = ({ origins }: Pick<Settings, 'origins'>): boolean =>
  origins.some((origin) => origin.startsWith('https:'));

/**
 * Name of the cookie. Over https with `__Host-`, which a browser only takes from this very host, over https and for all its
 * paths: no neighbouring subdomain can plant one (RFC 6265bis, section 4.1.3.2).
 */
export const cookieName = (settings: Pick<Settings, 'origins'>): string =>
  isSecure(settings) ? '__Host-popfray' : 'popfray';

/** The token that a request's cookie carries; null when it carries none, or something else. */
export function readToken(call: Call, settings: Settings): string | null {
  const token = getCookie(call, cookieName(settings)) ?? '';
  return TOKEN.test(token) ? token : null;
}

/**
 * Gives the browser a token to keep for `maxAgeMs`, or takes it away. Strict: no other site's link or form carries it, and the page
 * makes its calls by itself, so it never has to come along with a link.
 */
export function sendToken(call: Call, settings: Settings, token: string | null, maxAgeMs: number): void {
  setCookie(call, cookieName(settings), token ?? '', {
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(settings),
    path: '/',
    maxAge: token === null ? 0 : Math.floor(maxAgeMs / 1_000),
  });
}
