import { FAILURES, type SoloTerms } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { account } from '../../data/account/state.ts';
import { connectivity } from '../../data/api/connectivity.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json } from '../../testing/money.ts';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { ADDRESS, TERMS, OPEN, scene, button, ready, open, prepareScene } from '../../testing/solo-scene.tsx';
import { makeSeat } from '../../testing/solo-server.ts';

prepareScene();

describe('before a paid round', () => {
  test('its terms are shown: rate, remaining amount, reset time, active upgrades', async () => {
    await open();
    await expect.element(ready.getByText('1 TRX per 100 points · Free entry')).toBeVisible();
    await expect.element(ready.getByText('87.5 TRX')).toBeVisible();
    await expect.element(page.getByText('12.5 TRX')).toBeVisible();
    await expect.element(page.getByText('of 100 TRX a day')).toBeVisible();
    await expect.element(page.getByText('1,000 TRX', { exact: true })).toBeVisible();
    await expect.element(page.getByText(/The daily limits reset at/)).toBeVisible();
    await expect.element(page.getByText('None at the moment.')).toBeVisible();
    await expect.element(page.getByText(/^No one knows the bubbles in advance/)).toBeVisible();
    await expect.element(ready.getByText(/cannot be paused. If you leave, it continues without you/)).toBeVisible();
    await expect.element(page.getByLabelText('Play a seed')).not.toBeInTheDocument();
    await expect.element(button('Pause')).not.toBeInTheDocument();
    await expect.element(page.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
  });

  test.each<[string, Partial<SoloTerms>, RegExp]>([
    ['the daily cap', { earnedTodaySun: 100_000_000 }, /^You have earned all that a wallet can in a day/],
    [
      'a young account’s daily cap',
      { dailyCapSun: 10_000_000 },
      /^Your new account has earned all that it can in a day.* up to 100 TRX with days, rounds and deposits\.$/,
    ],
    ['the network’s daily cap', { networkLeftSun: 0 }, /^Players on your network have earned all/],
    ['the house’s budget', { budgetLeftSun: 0 }, /^The house has paid out all of today’s rewards/],
    ['the hour’s share of it', { hourLeftSun: 0 }, /^The house has paid out this hour’s rewards/],
  ])('%s used up is shown, and the round can still be played', async (_, changed, words) => {
    scene.answers.set('GET /api/solo', () => json({ ...TERMS, ...changed }));
    await open();
    await expect.element(ready.getByText(words)).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
    await expectAccessible();
  });

  test('a young account sees that its limit grows, and what is left of the hour', async () => {
    const changed = { dailyCapSun: 15_000_000, hourLeftSun: 40_000_000 };
    scene.answers.set('GET /api/solo', () => json({ ...TERMS, ...changed }));
    await open();
    await expect.element(page.getByText('of 15 TRX a day')).toBeVisible();
    await expect.element(page.getByText(/^Your account is new: its limit grows up to 100 TRX/)).toBeVisible();
    await expect.element(page.getByText(/^40 TRX until .*; then the next hour’s share$/)).toBeVisible();
    await expect.element(page.getByText(/^One round earns at most 25 TRX\./)).toBeVisible();
    await expectAccessible();
  });

  test('it cannot start while paid play is paused, and a notice is shown', async () => {
    scene.answers.set('GET /api/platform-stats', () => json({ isPaidPlayPaused: true }));
    await open();
    await expect.element(ready.getByText(/^Paid play is paused for now/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    await expectAccessible();
  });

  test('it cannot start while the server is unreachable, and there is a retry button', async () => {
    scene.answers.delete('GET /api/solo');
    await open();
    await expect.element(ready.getByText(/^(?:The server cannot be reached|This could not be loaded)/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    scene.answers.set('GET /api/solo', () => json(TERMS));
    await ready.getByRole('button', { name: 'Try again' }).click();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test.each([
    ['ERR_SOLO_PAUSED', FAILURES.ERR_SOLO_PAUSED.message],
    ['ERR_RATE', FAILURES.ERR_RATE.message],
  ] as const)('a round refused with %s says why', async (code, words) => {
    scene.answers.set(OPEN, () => failure(code));
    await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(words)).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test('without a connection it cannot start, and the reason is shown', async () => {
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    connectivity.setState({ status: 'offline' });
    await expect.element(ready.getByText(/^Solo TRX needs the connection/)).toBeVisible();
    await expect.element(button('Start Game')).toBeDisabled();
    await expectAccessible();
    connectivity.setState({ status: 'online' });
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test.each([
    ['rules', { rulesVersion: 2 }],
    ['an upgrade', { loadout: ['time-machine'] }],
  ])('a round with %s that this page does not know asks for a reload', async (_, changed) => {
    scene.server.seat = makeSeat(changed);
    const store = await open();
    await button('Start Game').click();
    await expect.element(ready.getByText(/^This page is older than the server’s rules/)).toBeVisible();
    await expect.element(button('Reload')).toBeVisible();
    expect(store.getState().standing).toBeNull();
    expect(scene.server.tokens).toEqual([]);
  });

  test('a wallet that has not signed in is asked to sign in', async () => {
    account.setState({ player: null });
    await open();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Sign in with your wallet to play for TRX.');
    await expect.element(ready.getByRole('button', { name: 'Sign in' })).toBeEnabled();
    await page.getByText('Cross-Chain Battle', { exact: true }).click();
    await expect.element(page.getByRole('link', { name: 'Find an opponent' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
  });
});

describe('the first paid round', () => {
  const tutorial = page.getByRole('region', { name: 'Tutorial' });

  test('is preceded by the tutorial for players who want it, with a cursor for keys', async () => {
    const store = await open();
    await button('New here? Tutorial first').click();
    await expect.element(tutorial.getByText('Click or tap a bubble to pop it.')).toBeVisible();
    await expect.element(ready).not.toBeInTheDocument();
    await expectAccessible();
    for (let step = 0; step < 4; step++) await button('Next step').click();
    await expect.element(tutorial.getByText(/move the cursor onto a bubble/)).toBeVisible();
    expect(scene.calls).not.toContain(OPEN);
    await button('Next step').click();
    await button('Start the round').click();
    await expect.poll(() => store.getState()).toMatchObject({ phase: 'running', score: 0 });
    await expect.element(tutorial).not.toBeInTheDocument();
  });

  test.each<[string, () => void]>([
    ['has finished or skipped the tutorial', () => localStorage.setItem('popfray.tutorial.v1', 'done')],
    ['has played in this browser', () => localStorage.setItem('popfray.best.v1', JSON.stringify({ arena: 300 }))],
    ['has a counted game', () => account.setState({ player: { ...makePlayer(ADDRESS), gamesPlayed: 1 } })],
  ])('has no such offer for a player who %s', async (_, prepare) => {
    prepare();
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    await expect.element(button('New here? Tutorial first')).not.toBeInTheDocument();
  });
});
