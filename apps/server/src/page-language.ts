import type { Context as Call } from 'hono';
import { getCookie } from 'hono/cookie';

/** Where the page keeps a choice for the next visit: the web app's messages/language.ts writes it. */
const COOKIE = 'popfray.language';

/** Most languages that are read of what a browser prefers. */
const MAX_PREFERRED = 20;

/**
 * The language in which somebody begins: the one asked for in the address, else the one chosen before, else the first of the browser's
 * own that is known, by its primary subtag; the first of `known` for whoever reads none. As the web app chooses it.
 */
export function languageOf(call: Call, known: readonly string[]): string | undefined {
  const wanted = [call.req.query('lang'), getCookie(call, COOKIE), ...preferred(call.req.header('Accept-Language'))];
  const tags = wanted.map((tag) => tag?.trim().toLowerCase().split('-')[0]);
  return tags.find((tag) => tag !== undefined && known.includes(tag)) ?? known[0];
}

/** The tags of an Accept-Language header, the most wanted first. */
function preferred(header = ''): readonly string[] {
  const weighed = header
    .split(',')
    .slice(0, MAX_PREFERRED)
    .map((item) => {
      const [tag = '', quality = ''] = item.split(';');
      const weight = Number(/^\s*q=([\d.]+)\s*$/.exec(quality)?.[1] ?? 1);
      return { tag, weight: Number.isNaN(weight) ? 0 : weight };
    });
  return weighed
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
