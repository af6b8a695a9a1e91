import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from '../../app/App.tsx';
import { dismissToast, showToast } from '../../ui/toast.ts';
import { fieldReady } from '../../testing/show.tsx';
import { TUTORIAL_KEY } from './tutorial-due.ts';
import '../../app/style.css';

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
});
afterEach(async () => {
  dismissToast();
  await cleanup();
  await page.viewport(1366, 768);
});

const boxOf = (selector: string): DOMRect => {
  const element = document.querySelector(selector);
  if (element === null) throw new Error(`There is no ${selector}.`);
  return element.getBoundingClientRect();
};

/** The text of a guest's toast, which has two lines on a phone. */
const TEXT = 'Playing as Guest_752XJF - Connect wallet for full features';

/** Shows a toast on a play screen, and waits until it has moved in. */
async function showOnPlayScreen(path: string, width: number, height: number): Promise<void> {
  await page.viewport(width, height);
  history.replaceState(null, '', path);
  await render(<App />);
  await fieldReady();
  showToast({ kind: 'good', title: 'Free Play Mode', text: TEXT });
  await expect.element(page.getByText(TEXT, { exact: true })).toBeVisible();
  await Promise.all(
    document
      .querySelector('.toast')
      ?.getAnimations()
      .map(({ finished }) => finished) ?? [],
  );
}

test.each([
  [390, 844],
  [844, 390],
  [1_280, 736],
  [1_366, 768],
  [1_920, 1_080],
])('a toast covers no part of the field at %ix%i', async (width, height) => {
  await showOnPlayScreen('/arena', width, height);
  const [toast, field] = [boxOf('.toast'), boxOf('.play-field')];
  const isBeside = toast.left >= field.right || toast.right <= field.left;
  expect({ toast, field, isClear: isBeside || toast.bottom <= field.top }).toMatchObject({ isClear: true });
  expect(toast.left).toBeGreaterThanOrEqual(0);
  expect(toast.right).toBeLessThanOrEqual(width);
  expect(toast.bottom).toBeLessThanOrEqual(height);
});

test.each([
  ['/arena', 390, 844],
  ['/arena', 360, 640],
  ['/free-play', 390, 844],
])('a toast on %s covers no title and no clock at %ix%i', async (path, width, height) => {
  await showOnPlayScreen(path, width, height);
  const clock = page.getByText('Time Left', { exact: true }).element().getBoundingClientRect();
  expect(Math.min(boxOf('h1').top, clock.top)).toBeGreaterThanOrEqual(boxOf('.toast').bottom);
});

test.each([
  ['/arena', 1_366, 768],
  ['/arena', 1_920, 1_080],
  ['/free-play', 1_366, 768],
  ['/free-play', 1_920, 1_080],
])('a toast on %s covers no title, figure, text or control at %ix%i', async (path, width, height) => {
  await showOnPlayScreen(path, width, height);
  const toast = boxOf('.toast');
  const covered = [...document.querySelectorAll('header, h1, p, dt, dd, a, button, input')].filter((element) => {
    if (element.closest('.toast') !== null) return false;
    const { left, right, top, bottom, width: widthPx } = element.getBoundingClientRect();
    return widthPx > 1 && left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
  });
  expect(covered.map(({ textContent }) => textContent)).toEqual([]);
});
