import type { Context as Call } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Settings } from '../config/index.ts';

/** A token is 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * Whether the game is served over https and its cookie must be `Secure`. The configuration decides, because behind a proxy that ends TLS every
 * request looks like plain http.
 */
const isSecure = ({ origins }: Pick<Settings, 'origins'>): boolean =>
  origins.some((origin) => origin.startsWith('https:'));

/**
 * Name of the cookie. Over https it has the prefix `__Host-`: a browser accepts it only from this host itself, over https and for all paths, so
 * no other subdomain can set it (RFC 6265bis, section 4.1.3.2).
 */
export const cookieName = (settings: Pick<Settings, 'origins'>): string =>
  isSecure(settings) ? '__Host-popfray' : 'popfray';

/** The token in a request's cookie; null when there is no valid one. */
export function readToken(call: Call, settings: Settings): string | null {
  const token = getCookie(call, cookieName(settings)) ?? '';
  return TOKEN.test(token) ? token : null;
}

/**
 * Sets the browser's token for `maxAgeMs`, or deletes it. SameSite is strict, so links and forms of other sites do not send it. The page's own
 * calls do, and nothing else needs it.
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
