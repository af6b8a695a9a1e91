import type { Context as Call } from 'hono';
import { CHAT_LANGUAGES, type ChatLanguage } from '@popfray/protocol';
import { getCookie } from 'hono/cookie';

/** Cookie with the chosen language. messages/language.ts of the web app writes it. */
const COOKIE = 'popfray.language';

/** Most languages that are read from an Accept-Language header. */
const MAX_PREFERRED = 20;

/**
 * The language of a page: that of the address, else the one chosen before, else the first known language of the browser by its primary subtag,
 * else the first of `known`. The web app chooses in the same way.
 */
export function languageOf<Known extends string>(call: Call, known: readonly [Known, ...(readonly Known[])]): Known;
export function languageOf(call: Call, known: readonly string[]): string | undefined;
export function languageOf(call: Call, known: readonly string[]): string | undefined {
  const wanted = [call.req.query('lang'), getCookie(call, COOKIE), ...preferred(call.req.header('Accept-Language'))];
  const tags = wanted.map((tag) => tag?.trim().toLowerCase().split('-')[0]);
  return tags.find((tag) => tag !== undefined && known.includes(tag)) ?? known[0];
}

/** The language of chat for a reader: the one chosen on the site, else the first known language of the browser. */
export const chatLanguageOf = (call: Call): ChatLanguage => languageOf(call, CHAT_LANGUAGES);

/** The tags of an Accept-Language header, by descending weight. */
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
