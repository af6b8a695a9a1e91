import { arena } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account } from '../../data/account/state.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { clickField, createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { holdFrames } from '../../testing/held-frames.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';
import { Arena } from './Arena.tsx';

const heading = (name: string) => page.getByRole('heading', { name });
const start = () => page.getByRole('region', { name: 'Arena practice' }).getByRole('button', { name: 'Start Game' });

/** Presses without a pointer: the page's frames are held back, for which a real press waits. */
const press = (control: Locator): boolean =>
  control.element().dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));

async function open(): Promise<HeldRound> {
  const held = createHeldRound(arena, 'WEB-ARENA');
  await show(<Arena store={held.store} />, '/arena');
  await fieldReady();
  return held;
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
});
afterEach(async () => {
  await cleanup();
  account.setState(account.getInitialState(), true);
});

describe('the arena', () => {
  test('starts as practice, with a choice of modes', async () => {
    await open();
    await expect.element(page.getByRole('radio', { name: 'Free Play' })).toBeChecked();
    await expect.element(page.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expect.element(start()).toBeEnabled();
    await expectAccessible();
  });

  test.each(['Solo Training', 'Cross-Chain Battle'])('keeps %s closed without a wallet', async (mode) => {
    await open();
    await page.getByText(mode, { exact: true }).click();
    await expect.element(page.getByRole('button', { name: 'Connect Wallet First' })).toBeDisabled();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Please connect your TronLink wallet for TRX earning games!');
    await expect.element(page.getByRole('button', { name: 'Start Game' })).toBeDisabled();
    await expect.element(page.getByRole('button', { name: 'Play this seed' })).toBeDisabled();
    await expectAccessible();
  });

  test('takes a start back that waits for the field when another mode is chosen', async () => {
    const release = holdFrames();
    const { store } = createHeldRound(arena, 'WEB-ARENA');
    await show(<Arena store={store} />, '/arena');
    press(start());
    await expect.element(heading('Arena practice')).not.toBeInTheDocument();
    press(page.getByRole('radio', { name: 'Solo Training' }));
    await expect.element(page.getByRole('button', { name: 'Connect Wallet First' })).toBeVisible();
    press(page.getByRole('radio', { name: 'Free Play' }));
    await expect.element(start()).toBeEnabled();
    release();
    await fieldReady();
    expect(store.getState().phase).toBe('idle');
    await start().click();
    expect(store.getState().phase).toBe('running');
  });

  test('plays a round of practice to its end', async () => {
    const held = await open();
    await start().click();
    await expect.element(page.getByRole('radio', { name: 'Solo Training' })).toBeDisabled();
    held.pass(5_000);
    const { xPx, yPx } = findLoneBubble(held.store);
    await clickField(xPx, yPx);
    held.pass(250);
    await expect.element(page.getByText('COMBO 1')).toBeVisible();
    expect(held.store.getState().score).toBeGreaterThan(0);
    await expectAccessible();

    held.pass(60_000);
    const over = page.getByRole('region', { name: 'Game Complete' });
    await expect.element(heading('Game Complete')).toBeVisible();
    await expect.element(over.getByText('Practice Score')).toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Connect wallet to earn TRX rewards!' })).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.element(heading('Game Complete')).not.toBeInTheDocument();
    expect(held.store.getState()).toMatchObject({ phase: 'running', score: 0 });
  });

  test('ends a connected player’s practice with Final Score and TRX Earned', async () => {
    account.setState({ wallet: 'connected' });
    const held = await open();
    await start().click();
    held.pass(61_000);
    const over = page.getByRole('region', { name: 'Game Complete' });
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText('TRX Earned')).toBeVisible();
    await expect.element(over.getByText('0.00 TRX')).toBeVisible();
    await expect.element(over.getByText('Practice Score')).not.toBeInTheDocument();
    await expect.element(over.getByText('Connect wallet to earn TRX rewards!')).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('creates a guest when a round is started without a wallet', async () => {
    await open();
    await start().click();
    await expect.poll(() => account.getState().guest?.username).toMatch(/^Guest_/);
  });

  test('announces the score politely and not with every pop', async () => {
    const held = await open();
    const region = page.getByRole('status').filter({ hasText: /Round started|left\. Score/ });
    await start().click();
    await expect.element(region).toHaveTextContent('Round started.');
    held.pass(5_000);
    const { xPx, yPx } = findLoneBubble(held.store);
    await clickField(xPx, yPx);
    held.pass(250);
    await expect.element(page.getByText('COMBO 1')).toBeVisible();
    await expect.element(region).toHaveTextContent('Round started.');
    await expect.poll(() => region.element().textContent).toMatch(/^55 seconds left\. Score \d+\. Combo 1\.$/);
  });
});
