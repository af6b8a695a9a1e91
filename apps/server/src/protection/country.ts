import type { Context as Call } from 'hono';
import type { Context } from '../platform/context/index.ts';

/** Form of a country in the header of a proxy. Some proxies have codes with a digit, such as T1 for Tor. */
const COUNTRY = /^[A-Z][A-Z0-9]$/;

/**
 * The context of a request: with the country that the operator's proxy states. The header counts only behind a trusted proxy, because anybody can send
 * one. Calls with paid actions pass it on.
 */
export function forRequest(context: Context, call: Call): Context {
  const { countryHeader, isBehindProxy } = context.settings;
  if (countryHeader === null || !isBehindProxy) return context;
  const stated = call.req.header(countryHeader)?.trim().toUpperCase() ?? '';
  return { ...context, country: COUNTRY.test(stated) ? stated : '' };
}

/** Whether the operator refuses the country of a request. One that the proxy does not state is refused too. */
export const isCountryRefused = ({ country, settings }: Pick<Context, 'country' | 'settings'>): boolean =>
  country !== null &&
  settings.refusedCountries.length > 0 &&
  (country === '' || settings.refusedCountries.includes(country));
