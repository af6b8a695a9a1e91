import en from './src/data/messages/en/offline.json' with { type: 'json' };
import ja from './src/data/messages/ja/offline.json' with { type: 'json' };
import zh from './src/data/messages/zh/offline.json' with { type: 'json' };
import { LANGUAGES, PAGE_LANGUAGES, type Language } from './src/data/messages/language.ts';

const TEXTS = { en, zh, ja };

/** Languages with a manifest. */
export const MANIFEST_LANGUAGES = LANGUAGES;

/** File name of the manifest in a language. The page links the English one until the reader's language is known. */
export const manifestName = (language: Language): string => `manifest.${language}.webmanifest`;

/** The web app manifest in a language. */
export function makeManifest(language: Language): string {
  const { device } = TEXTS[language];
  const icon = (name: string, sizes: string, purpose: string) => ({
    src: `/icons/${name}.png`,
    sizes,
    type: 'image/png',
    purpose,
  });
  const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('192', '192x192', 'any')] });
  return JSON.stringify({
    // The same in each language: all manifests describe the same app.
    id: '/',
    lang: PAGE_LANGUAGES[language],
    name: device.name,
    short_name: device.name,
    description: device.description,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: '#0b0e14',
    theme_color: '#0b0e14',
    categories: ['games', 'entertainment'],
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      icon('192', '192x192', 'any'),
      icon('512', '512x512', 'any'),
      icon('maskable-512', '512x512', 'maskable'),
    ],
    shortcuts: [
      shortcut(device.freePlay, '/free-play'),
      shortcut(device.arena, '/arena'),
      shortcut(device.daily, '/daily'),
    ],
  });
}
