import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { PATHS } from '../data/paths.ts';
import { dismissToast, showToast } from '../ui/toast.ts';
import './style.css';

/** A toast whose text has two lines on a phone. */
const TOAST = {
  kind: 'bad',
  title: 'Wallet Connection Failed',
  text: 'Connection timeout. Please ensure TronLink is unlocked.',
} as const;

/** Screens without a field. On those with one a toast has other places: features/play/toast-place.browser.test.tsx. */
const ADDRESSES = [PATHS.home, PATHS.lobby, PATHS.profile, PATHS.upgrades, PATHS.howToPlay, PATHS.settings, '/nowhere'];

const isIn = (box: DOMRect, other: DOMRect): boolean =>
  box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top;

const mainPart = (): Element => document.querySelector('main') ?? document.body;

/** What a user reads and presses and sees whole, with the header. */
function visibleParts(): readonly Element[] {
  const top = document.querySelector('.shell-header')?.getBoundingClientRect().bottom ?? 0;
  return [...document.querySelectorAll('header, h1, h2, h3, p, dt, dd, li, label, a, button, input')].filter(
    (element) => {
      const { top: from, width } = element.getBoundingClientRect();
      const isBelowHeader = from >= top && from < innerHeight && element.closest('.shell-header') === null;
      return width > 1 && element.checkVisibility() && (isBelowHeader || element.matches('.shell-header'));
    },
  );
}

/** Shows a toast and waits until it and the page have moved. */
async function showAndSettle(): Promise<DOMRect> {
  showToast(TOAST);
  await expect.element(page.getByText(TOAST.text, { exact: true })).toBeVisible();
  await expect.poll(() => document.documentElement.style.getPropertyValue('--toast-strip')).not.toBe('');
  await Promise.all(
    document.getAnimations().map(async ({ finished, effect }) => {
      if (effect?.getComputedTiming().endTime !== Infinity) await finished.catch(() => undefined);
    }),
  );
  const toast = document.querySelector('.toast');
  if (toast === null) throw new Error('There is no toast.');
  return toast.getBoundingClientRect();
}

beforeEach(() => {
  localStorage.setItem('popfray.tutorial.v1', 'done');
});
afterEach(async () => {
  dismissToast();
  await cleanup();
  await page.viewport(1366, 768);
  history.replaceState(null, '', '/');
});

test.each([
  [390, 844],
  [360, 640],
  [844, 390],
  [1_366, 768],
  [1_920, 1_080],
])(
  'a toast at %ix%i covers nothing that was visible before, and the page returns to its place',
  async (width, height) => {
    await page.viewport(width, height);
    history.replaceState(null, '', '/');
    await render(<App />);
    let before: Element | null = null;
    for (const address of ADDRESSES) {
      history.pushState(null, '', address);
      // The screen before stays until the next one is rendered.
      await expect.poll(() => document.querySelector('main h1'), { message: address }).not.toBe(before);
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      before = document.querySelector('main h1');
      for (const scrollPx of [0, 150]) {
        scrollTo(0, scrollPx);
        const parts = visibleParts();
        const toast = await showAndSettle();
        const covered = parts
          .filter((part) => isIn(part.getBoundingClientRect(), toast))
          .map((part) => part.textContent);
        expect({ address, scrollPx, covered }).toEqual({ address, scrollPx, covered: [] });
        dismissToast();
        await expect.poll(() => getComputedStyle(mainPart()).translate).toBe('none');
      }
    }
  },
);
