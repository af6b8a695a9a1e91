import { CHAT_LANGUAGES, type ChatLanguage } from '@popfray/protocol';

/** The language of a reader for whom none of ours is asked. */
const FALLBACK: ChatLanguage = 'en';

/** The first of our languages that an Accept-Language header asks for: `ja` for `fr, ja-JP;q=0.8, en;q=0.5`. */
export function readerLanguage(accepted: string): ChatLanguage {
  const wanted = accepted
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [name = '', ...rest] = part.trim().toLowerCase().split(';');
      const quality = /^\s*q=(\d(?:\.\d{0,3})?)\s*$/.exec(rest[0] ?? '')?.[1] ?? '1';
      return { name: name.split('-')[0] ?? '', quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  const ours = (name: string): ChatLanguage | undefined => CHAT_LANGUAGES.find((language) => language === name);
  return wanted.map(({ name }) => ours(name)).find((language) => language !== undefined) ?? FALLBACK;
}
