import type { Context as Call } from 'hono';
import type { Settings } from '../config/index.ts';

/** Hosts that always mean this machine, so no page of another site comes from them. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The loopback origin that a request addresses; null for any other name, such as one that an attacker's DNS points here (DNS rebinding). */
function loopbackAsked(call: Call): string | null {
  const { hostname, origin } = new URL(call.req.url);
  return LOOPBACK.test(hostname) ? origin : null;
}

/**
 * Whether a request may read under its host name. With configured origins every name is allowed: proxies use other names, everything that can be
 * read without a cookie is public, and a browser sends the cookie only to the host that has set it.
 */
export const isOwnHost = (call: Call, origins: readonly string[]): boolean =>
  origins.length > 0 || loopbackAsked(call) !== null;

/**
 * The origin of the page that made a request, if it is one of this server's; null for any other page, and for a program that sends no origin.
 * Browsers send Origin with every request but GET and HEAD, and no page can forge it.
 */
export function originOfPage(call: Call, origins: readonly string[]): string | null {
  const origin = call.req.header('Origin');
  const site = call.req.header('Sec-Fetch-Site');
  if (origin === undefined || (site !== undefined && site !== 'same-origin')) return null;
  if (origins.length > 0) return origins.includes(origin) ? origin : null;
  return origin === loopbackAsked(call) ? origin : null;
}

/**
 * Whether a page of this server made a request, to any name of the server: a page of a cluster opens sockets at the address of a node too. Only configured
 * origins count. The request is not signed in by it.
 */
export const isOwnPage = (call: Call, origins: readonly string[]): boolean =>
  origins.includes(call.req.header('Origin') ?? '');

/** Whether an origin is a partner's that the operator has configured, or on the dev network one of this machine. */
export const isPartnerOrigin = (
  origin: string,
  { network, partnerOrigins }: { readonly network: Pick<Settings['network'], 'id'> } & Pick<Settings, 'partnerOrigins'>,
): boolean =>
  partnerOrigins.includes(origin) || (network.id === 'dev' && LOOPBACK.test(URL.parse(origin)?.hostname ?? ''));

/**
 * Whether a request comes from another chain's front end, which has no sign-in here: from a configured partner origin, or on the dev network from
 * any page or program of this machine. Programs send no origin.
 */
export function isPartner(call: Call, settings: Parameters<typeof isPartnerOrigin>[1]): boolean {
  const origin = call.req.header('Origin');
  return origin === undefined ? settings.network.id === 'dev' : isPartnerOrigin(origin, settings);
}
