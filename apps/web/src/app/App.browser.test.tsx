import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { App } from './App.tsx';
import { Screen } from '../ui/Screen.tsx';
import { expectAccessible } from '../testing/accessibility.ts';
import { openAnswers } from '../testing/answers.ts';
import { show } from '../testing/show.tsx';

async function open(address: string): Promise<void> {
  history.replaceState(null, '', address);
  await render(<App />);
}

const level1 = () => page.getByRole('heading', { level: 1 });

afterEach(async () => {
  await cleanup();
  await page.viewport(1366, 768);
  vi.restoreAllMocks();
});

describe('the shell', () => {
  test('opens with one primary action', async () => {
    await open('/');
    await expect.element(level1()).toHaveTextContent('Sixty seconds. Pop everything.');
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Free Play', exact: true }))
      .toHaveAttribute('href', '/arena');
    await expect.element(page.getByRole('button', { name: 'Coming soon' }).first()).toBeDisabled();
    expect(document.title).toBe('Pop bubbles for 60 seconds · Popfray');
    expect(document.documentElement.lang).toBe('en');
    await expectAccessible();
  });

  test('navigates between screens and focuses the new heading', async () => {
    await open('/');
    await page.getByRole('banner').getByRole('link', { name: 'Play' }).click();
    await expect.element(level1()).toHaveTextContent('Arena');
    await expect.element(level1()).toHaveFocus();
    await expect
      .element(page.getByRole('banner').getByRole('link', { name: 'Play' }))
      .toHaveAttribute('aria-current', 'page');
  });

  test.each([
    ['/daily', 390, 844],
    ['/nowhere', 1920, 1080],
  ])(
    'has its footer below the window on %s, so that it does not move while content loads',
    async (path, width, height) => {
      await page.viewport(width, height);
      openAnswers();
      await open(path);
      await expect.element(level1()).toBeVisible();
      expect(document.querySelector('footer')?.getBoundingClientRect().top).toBeGreaterThanOrEqual(height);
    },
  );

  test('keeps the focus on the heading when the loaded content replaces it', async () => {
    let load = (): void => undefined;
    const Loading = () => {
      const [isLoaded, setLoaded] = useState(false);
      load = () => setLoaded(true);
      return (
        <Screen name="Screen">
          {isLoaded ? (
            <h1 tabIndex={-1}>Loaded</h1>
          ) : (
            <div>
              <h1 tabIndex={-1}>Loading</h1>
            </div>
          )}
        </Screen>
      );
    };
    await show(<Loading />, '/');
    (level1().element() as HTMLElement).focus();
    load();
    await expect.element(level1()).toHaveTextContent('Loaded');
    await expect.element(level1()).toHaveFocus();
  });

  test.each(['/nope', '/free-play/more', '/receipt'])('has no screen at %s', async (address) => {
    await open(address);
    await expect.element(level1()).toHaveTextContent('Page Not Found');
    await expect.element(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    await expect.element(page.getByRole('link', { name: 'Join Game Lobby' })).toHaveAttribute('href', '/lobby');
    await expect.element(page.getByRole('link', { name: 'How to Play guide' })).toHaveAttribute('href', '/how-to-play');
    await expectAccessible();
  });

  test.each([
    ['/cross-chain', '/lobby'],
    ['/cross-chain-lobby', '/lobby'],
    ['/game-arena', '/arena'],
    ['/support', '/faq'],
  ])('leads from %s to %s', async (from, to) => {
    await open(from);
    await expect.poll(() => location.pathname).toBe(to);
  });

  test('skips to the content', async () => {
    await open('/nope');
    // The first element in the tab order.
    const first = document.querySelector<HTMLElement>('a, button, input');
    first?.focus();
    await expect.element(page.getByRole('link', { name: 'Skip to content' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('has a menu on a phone, closed by Escape and by a choice', async () => {
    await page.viewport(390, 844);
    await open('/nope');
    const menu = page.getByRole('navigation');
    await expect.element(menu).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect.element(menu).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('button', { name: 'Open menu' })).toHaveFocus();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await menu.getByRole('link', { name: 'Home' }).click();
    await expect.element(level1()).toHaveTextContent('Sixty seconds. Pop everything.');
    await expect.element(menu).not.toBeInTheDocument();
  });

  test('mutes and sets the volume', async () => {
    localStorage.clear();
    await page.viewport(1920, 1080);
    await open('/nope');
    await page.getByRole('button', { name: 'Mute sound' }).click();
    const volume = page.getByRole('slider', { name: 'Volume' });
    await expect.element(volume).toHaveValue('0');
    await volume.fill('0.5');
    await expect.element(page.getByRole('button', { name: 'Mute sound' })).toBeVisible();
    await expect.element(volume).toHaveAttribute('aria-valuetext', '50%');
  });

  test('unmutes with one click, whether it was muted or at volume 0', async () => {
    localStorage.clear();
    await page.viewport(1920, 1080);
    await open('/nope');
    const volume = page.getByRole('slider', { name: 'Volume' });
    await volume.fill('0');
    await page.getByRole('button', { name: 'Unmute sound' }).click();
    await expect.element(volume).toHaveValue('0.7');
    await expect.element(page.getByRole('button', { name: 'Mute sound' })).toBeVisible();
  });

  test('fits a low window, as at 200 % zoom', async () => {
    await page.viewport(683, 384);
    await open('/free-play');
    for (const name of ['Play this seed', 'Mute sound', 'Open menu'])
      await expect.element(page.getByRole('button', { name })).toBeVisible();
    await expect.element(page.getByText('No wallet required / Practice Mode')).toBeVisible();
    const header = page.getByRole('banner').element();
    expect(header.clientHeight).toBeGreaterThan(44);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(683);
  });
});
