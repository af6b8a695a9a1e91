import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import type { Contrast } from '../../../media-commands.fixture.ts';
import { Gallery } from './Gallery.tsx';

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateContrast: (contrast: Contrast) => Promise<void>;
  }
}

/** Allowed share of different pixels: edges of letters differ between versions of the browser. */
const ALLOWED = 0.015;

const still = document.createElement('style');
still.textContent =
  '*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent }';

beforeAll(() => document.head.append(still));
afterAll(() => still.remove());
afterEach(async () => {
  await cleanup();
  await commands.emulateContrast('normal');
  await page.viewport(1366, 768);
});

describe('the kit looks as in its pictures', () => {
  test.each([
    ['normal', 1024, 4100],
    ['normal', 390, 5400],
    ['more', 1024, 4100],
    ['forced', 1024, 4100],
  ] as const)('in contrast "%s", %d px wide', async (contrast, width, height) => {
    await commands.emulateContrast(contrast);
    await page.viewport(width, height);
    document.documentElement.style.setProperty('--font-text', "'Figtree', sans-serif");
    await show(<Gallery />, '/ui');
    await document.fonts.ready;
    await expect(page).toMatchScreenshot(`kit-${contrast}-${String(width)}`, {
      comparatorName: 'pixelmatch',
      comparatorOptions: { allowedMismatchedPixelRatio: ALLOWED },
    });
  });
});

test('the kit is accessible, and its choices and tabs work by keyboard', async () => {
  await show(<Gallery />, '/ui');
  await expectAccessible();
  const choice = page.getByRole('group', { name: 'compact', exact: true });
  await choice.getByText('Short').click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(choice.getByRole('radio', { name: 'A longer label' })).toBeChecked();
  await page.getByRole('tab', { name: 'Short' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tabpanel')).toHaveTextContent('A longer label');
});

test('a scrolling region is reached and scrolled with the keyboard', async () => {
  await show(<Gallery />, '/ui');
  const region = page.getByRole('region', { name: 'Region' });
  await page.getByRole('tab', { name: 'Short' }).click();
  region.element().scrollIntoView();
  for (let stops = 0; document.activeElement !== region.element() && stops < 20; stops++) await userEvent.tab();
  await expect.element(region).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => region.element().scrollTop).toBeGreaterThan(0);
});
