import type { Context as Call } from 'hono';

/** Hosts that only this machine can be asked by: a page of another site cannot be served from there. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The origin that a request was made for, of those that the game is served from, or null. With none configured it is the address
 * that was asked, as long as that is a loopback one: a name of somebody else's that leads here (DNS rebinding) is none of ours.
 */
export function originAsked(call: Call, origins: readonly string[]): string | null {
  const url = new URL(call.req.url);
  if (origins.length === 0) return LOOPBACK.test(url.hostname) ? url.origin : null;
  const { host } = url;
  return origins.find((origin) => new URL(origin).host === host) ?? origins[0] ?? null;
}

/**
 * The origin of the page that makes a request, if that is one of ours; null for any other page, and for a program that does not say.
 * Browsers send Origin with everything that is no GET, and no page can forge it.
 */
export function originOfPage(call: Call, origins: readonly string[]): string | null {
  const origin = call.req.header('Origin');
  const site = call.req.header('Sec-Fetch-Site');
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return null;
  if (origins.length > 0) return origins.includes(origin) ? origin : null;
  return origin === originAsked(call, origins) ? origin : null;
}
