import type { Context as Call } from 'hono';
import type { Settings } from '../config/index.ts';

/** Hosts that only this machine can be asked by: a page of another site cannot be served from there. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The loopback origin that a request was made for, or null: a name of somebody else's that leads here (DNS rebinding) is none of ours. */
function loopbackAsked(call: Call): string | null {
  const { hostname, origin } = new URL(call.req.url);
  return LOOPBACK.test(hostname) ? origin : null;
}

/**
 * Whether a request may read under the name that it was made for. With origins configured that is any: proxies ask by names of their
 * own, what there is to read without a cookie is public, and a browser sends the cookie to its own host alone.
 */
export const isOwnHost = (call: Call, origins: readonly string[]): boolean =>
  origins.length > 0 || loopbackAsked(call) !== null;

/**
 * The origin of the page that makes a request, if that is one of ours; null for any other page, and for a program that does not say.
 * Browsers send Origin with everything that is no GET, and no page can forge it.
 */
export function originOfPage(call: Call, origins: readonly string[]): string | null {
  const origin = call.req.header('Origin');
  const site = call.req.header('Sec-Fetch-Site');
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return null;
  if (origins.length > 0) return origins.includes(origin) ? origin : null;
  return origin === loopbackAsked(call) ? origin : null;
}

/** Whether an origin is one that the operator has named as a partner's, or on the dev network one of this machine. */
export const isPartnerOrigin = (
  origin: string,
  { network, partnerOrigins }: { readonly network: Pick<Settings['network'], 'id'> } & Pick<Settings, 'partnerOrigins'>,
): boolean =>
  partnerOrigins.includes(origin) || (network.id === 'dev' && LOOPBACK.test(URL.parse(origin)?.hostname ?? ''));

/**
 * Whether a request comes from another chain's front end, which speaks for nobody here: from an origin that the operator has named, or on
 * the dev network from any page or program of this machine. Programs say no origin.
 */
export function isPartner(call: Call, settings: Parameters<typeof isPartnerOrigin>[1]): boolean {
  const origin = call.req.header('Origin');
  return origin === undefined ? settings.network.id === 'dev' : isPartnerOrigin(origin, settings);
}
