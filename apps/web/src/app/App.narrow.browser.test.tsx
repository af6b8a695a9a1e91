import { afterEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { PAGE_LANGUAGES, type Language } from '../data/messages/language.ts';
import { loadLanguage } from '../data/messages/texts.ts';
import { PATHS } from '../data/paths.ts';
import { initSettings } from '../data/settings/init.ts';
import { changeSettings, DEFAULT_SETTINGS } from '../data/settings/settings.ts';
import './style.css';

/** The narrowest supported window, CSS px: a small phone, or 1,280 px at 400 % zoom. WCAG 2.1, 1.4.10. */
const NARROW_PX = 320;

/** Ids for screens of a single thing. */
const OF_ONE: ReadonlySet<string> = new Set([PATHS.session, PATHS.receipt, PATHS.round, PATHS.battle]);

/** One address of each screen. There is no server, so they show errors. The operator's desk is not made for phones. */
const ADDRESSES = Object.values(PATHS)
  .filter((path) => !path.includes('#') && path !== PATHS.admin)
  .map((path) => (OF_ONE.has(path) ? `${path}/abc` : path));

/** The languages, and large targets with the longest texts. */
const LOOKS: readonly (readonly [language: Language, hasLargeTargets: boolean])[] = [
  ['en', false],
  ['zh', false],
  ['ja', false],
  ['ja', true],
];

/** Elements that make the page wider than its window, or whose text is clipped. */
function findOverflow(): string[] {
  const spilling = [
    ...document.querySelectorAll<HTMLElement>('a, button, label, h1, h2, h3, p, dt, dd, li, td'),
  ].filter((element) => {
    const { display, overflowX, textOverflow } = getComputedStyle(element);
    const isMeasured = display !== 'inline' && overflowX !== 'auto' && textOverflow !== 'ellipsis';
    return (
      isMeasured &&
      element.checkVisibility() &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth + 1
    );
  });
  const width = document.documentElement.scrollWidth;
  return [
    ...(width > NARROW_PX ? [`page: ${String(width)} px`] : []),
    ...spilling.map(({ tagName, textContent }) => `${tagName}: ${textContent.slice(0, 60)}`),
  ];
}

initSettings();

afterEach(async () => {
  changeSettings(DEFAULT_SETTINGS);
  await cleanup();
  await loadLanguage('en');
  await page.viewport(1366, 768);
  history.replaceState(null, '', '/');
});

describe('on the narrowest window', () => {
  test('every screen fits, in each language, and with large targets', async () => {
    localStorage.setItem('popfray.tutorial.v1', 'done');
    await page.viewport(NARROW_PX, 640);
    history.replaceState(null, '', '/');
    await render(<App />);
    const found: Record<string, readonly string[]> = {};
    for (const address of ADDRESSES) {
      history.pushState(null, '', address);
      await expect
        .poll(() => document.querySelector('main h1')?.checkVisibility(), {
          message: address,
          interval: 10,
        })
        .toBe(true);
      for (const [language, hasLargeTargets] of LOOKS) {
        changeSettings({ hasLargeTargets });
        await loadLanguage(language);
        await expect.poll(() => document.documentElement.lang, { interval: 5 }).toBe(PAGE_LANGUAGES[language]);
        const overflow = findOverflow();
        if (overflow.length > 0) found[`${address} ${language}${hasLargeTargets ? ', large targets' : ''}`] = overflow;
      }
    }
    expect(found).toEqual({});
  });
});
