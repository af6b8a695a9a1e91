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

test.each([
  [390, 844],
  [844, 390],
  [1_366, 768],
  [1_920, 1_080],
])('a toast covers no part of the field at %ix%i', async (width, height) => {
  await page.viewport(width, height);
  history.replaceState(null, '', '/arena');
  await render(<App />);
  await fieldReady();
  showToast({ kind: 'good', title: 'Game Complete', text: 'Score: 12,345 points added to your profile!' });
  await expect.element(page.getByText('Score: 12,345 points added to your profile!', { exact: true })).toBeVisible();
  // The toast moves in from above.
  await Promise.all(
    document
      .querySelector('.toast')
      ?.getAnimations()
      .map(({ finished }) => finished) ?? [],
  );
  const [toast, field] = [boxOf('.toast'), boxOf('.play-field')];
  const isBeside = toast.left >= field.right || toast.right <= field.left;
  expect({ toast, field, isClear: isBeside || toast.bottom <= field.top }).toMatchObject({ isClear: true });
  expect(toast.left).toBeGreaterThanOrEqual(0);
  expect(toast.right).toBeLessThanOrEqual(width);
  expect(toast.bottom).toBeLessThanOrEqual(height);
});
