import '@fontsource-variable/noto-sans-jp';
import '@fontsource-variable/noto-sans-sc';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { LANGUAGES, PAGE_LANGUAGES, type Language } from '../data/messages/language.ts';
import { loadLanguage } from '../data/messages/texts.ts';
import { openServer, type TestServer } from '../testing/server.ts';
import './style.css';

// Screens are compared with the screenshots in __screenshots__. `pnpm test App.looks -u` updates them; review the new ones.

/** A telephone and a laptop. */
const SIZES = { phone: [390, 844], laptop: [1366, 768] } as const;

/** Screens without content that depends on time or data. */
const SCREENS: readonly (readonly [path: string, size: keyof typeof SIZES])[] = [
  ['/', 'laptop'],
  ['/free-play', 'phone'],
  ['/lobby', 'laptop'],
  ['/settings', 'phone'],
  ['/faq', 'laptop'],
  ['/upgrades', 'phone'],
  ['/nowhere', 'phone'],
];

/** Fonts for characters that the product leaves to the system, so that every machine draws the same. */
const FACES: Readonly<Record<Language, string>> = {
  en: 'sans-serif',
  zh: "'Noto Sans SC Variable'",
  ja: "'Noto Sans JP Variable'",
};

/** Allowed share of different pixels: edges of letters differ between versions of the browser. */
const ALLOWED = 0.015;

let server: TestServer;
const still = document.createElement('style');
still.textContent =
  'canvas, .hero-scene { visibility: hidden } *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent }';

beforeAll(async () => {
  server = await openServer();
  document.head.append(still);
  // Other tests in the same browser may have stored a personal best.
  localStorage.clear();
  localStorage.setItem('popfray.tutorial.v1', 'done');
});
afterAll(async () => {
  still.remove();
  document.documentElement.removeAttribute('style');
  vi.restoreAllMocks();
  await server.stop();
});
afterEach(async () => {
  await cleanup();
  await loadLanguage('en');
  await page.viewport(1366, 768);
  history.replaceState(null, '', '/');
});

describe.each(LANGUAGES)('in %s', (language) => {
  test.each(SCREENS)('%s matches its screenshot, on a %s', async (path, size) => {
    const { style } = document.documentElement;
    style.setProperty('--font-text', `'Figtree', ${FACES[language]}`);
    style.setProperty('--font-display', `'Unbounded', ${FACES[language]}`);
    const [width, height] = SIZES[size];
    await page.viewport(width, height);
    await loadLanguage(language);
    history.replaceState(null, '', path);
    await render(<App />);
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => document.documentElement.lang).toBe(PAGE_LANGUAGES[language]);
    await document.fonts.ready;
    await expect(page).toMatchScreenshot(`${path.slice(1) || 'landing'}-${language}`, {
      comparatorName: 'pixelmatch',
      comparatorOptions: { allowedMismatchedPixelRatio: ALLOWED },
    });
  });
});
