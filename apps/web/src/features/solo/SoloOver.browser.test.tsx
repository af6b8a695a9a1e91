import type { HoldReason, OwnSoloReward } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { queryClient } from '../../data/api/Queries.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { failure, json, makeRound } from '../../testing/money.ts';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import {
  ADDRESS,
  scene,
  button,
  over,
  open,
  startRound,
  popOne,
  reload,
  prepareScene,
} from '../../testing/solo-scene.tsx';
import { SoloServer } from '../../testing/solo-server.ts';
import { keepRound, readKeptRound } from './kept-round.ts';
import { solo } from './solo.ts';

prepareScene();

describe('a paid round', () => {
  test('is settled at its end, and credited', async () => {
    scene.answers.set('GET /api/me', () => json(makePlayer(ADDRESS, { balanceSun: 12_390_000 })));
    scene.server.startsInMs = -4_000;
    const store = await startRound();
    await popOne(store);
    scene.server.end();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    await expect.element(over.getByText('TRX Earned')).toBeVisible();
    await expect.element(over.getByText('10.39', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Score: 1,039 points added to your profile!', { exact: true })).toBeVisible();
    await expect.element(over.getByText('Popfray balance: 12.39 TRX')).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Withdraw' })).toHaveAttribute('href', '/profile');
    await expect.element(over.getByRole('link', { name: 'Round page' })).toHaveAttribute('href', '/round/round-0001');
    await expect.element(over.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    expect(readKeptRound(ADDRESS)).toBeNull();
    await expectAccessible();
    scene.server.stop();
    scene.server = new SoloServer({ id: 'round-0002', token: 'token-0002' });
    scene.server.start();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => store.getState()).toMatchObject({ standing: 'running', score: 0 });
    expect(scene.server.tokens).toEqual(['token-0002']);
  });

  test('that is over here waits for the server, and says so when the connection is lost', async () => {
    // The clock of the server is at the last half second, so the page plays the round up to there at once.
    scene.server.startsInMs = -59_500;
    const store = await open();
    await button('Start Game').click();
    await expect.poll(() => store.getState().standing).toBe('settling');
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeDisabled();
    await expectAccessible();
    scene.server.isDown = true;
    scene.server.drop();
    await expect.element(over.getByText(/^Connection lost. Reconnecting; your result appears here/)).toBeVisible();
    scene.server.isDown = false;
    scene.server.end({ score: 0, earnedSun: 0, creditedSun: 0 });
    await expect.element(over.getByText('Every 100 points are 1 TRX.')).toBeVisible();
    // There were no clicks, so the page's replay has the server's score.
    await expect.element(over.getByRole('link', { name: 'Watch replay' })).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Race this' })).toBeVisible();
  });

  test.each<[string, Partial<OwnSoloReward> & { readonly score?: number }, string, string]>([
    [
      'cut by the daily limit',
      { earnedSun: 6_200_000, creditedSun: 4_000_000, cutBy: 'wallet' },
      '4.00',
      'Worth 6.2 TRX; 4 TRX credited, because you reached the daily limit of a wallet.',
    ],
    [
      'cut by the house’s budget',
      { earnedSun: 6_200_000, creditedSun: 1, cutBy: 'budget' },
      '0.00',
      'Worth 6.2 TRX; 0.000001 TRX credited, because today’s rewards of the house ran out.',
    ],
    [
      'cut by the cap of a round',
      { earnedSun: 62_000_000, creditedSun: 25_000_000, cutBy: 'round' },
      '25.00',
      'Worth 62 TRX; 25 TRX credited, because one round earns no more.',
    ],
    [
      'cut because the account is new',
      { earnedSun: 12_000_000, creditedSun: 10_000_000, cutBy: 'account' },
      '10.00',
      'Worth 12 TRX; 10 TRX credited, because your account is new: its daily limit grows with days, rounds and deposits.',
    ],
    [
      'cut by the network’s daily limit',
      { earnedSun: 12_000_000, creditedSun: 0, cutBy: 'network' },
      '0.00',
      'Worth 12 TRX; 0 TRX credited, because players on your network reached its daily limit together.',
    ],
    [
      'cut by the hour’s share of the budget',
      { earnedSun: 12_000_000, creditedSun: 5_000_000, cutBy: 'hour' },
      '5.00',
      'Worth 12 TRX; 5 TRX credited, because this hour’s rewards of the house ran out.',
    ],
    [
      'held',
      { earnedSun: 29_970_000, creditedSun: 0, status: 'held', reasons: ['fast'] },
      '29.97',
      '29.97 TRX pending, because this round is held for review.',
    ],
    ['worth nothing', { score: 0, earnedSun: 0, creditedSun: 0 }, '0.00', 'Every 100 points are 1 TRX.'],
    ['of an odd amount', { earnedSun: 5_999_999, creditedSun: 5_999_999 }, '5.99', 'Credited to your Popfray balance.'],
  ])('%s is shown as text', async (_, changed, earned, words) => {
    await startRound();
    scene.server.end(changed);
    await expect.element(over.getByText(words)).toBeVisible();
    await expect.element(over.getByText(earned, { exact: true })).toBeVisible();
    await expectAccessible();
  });

  test.each([390, 1366])('that is held says why in plain words and how to object, at %i px', async (width) => {
    await page.viewport(width, 844);
    await startRound();
    const reasons: readonly HoldReason[] = ['fast', 'precise', 'program'];
    scene.server.end({ earnedSun: 29_970_000, creditedSun: 0, status: 'held', reasons: [...reasons] });
    await expect.element(over.getByText('29.97 TRX pending, because this round is held for review.')).toBeVisible();
    for (const words of [
      /^Our program noticed the following, and a person looks at how you played before the reward is credited/,
      'The bubbles were hit sooner after they appeared than people usually react.',
      'The pointer moved more like a program than like a hand.',
      /^If you think this is wrong, write to us with the address of the round’s page/,
    ])
      await expect.element(over.getByText(words)).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', '/contact');
    expect(scene.calls).not.toContain('GET /api/rounds/me?status=held&limit=1');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    const panel = over.element().getBoundingClientRect();
    for (const part of [
      over.getByRole('heading'),
      button('Play Again'),
      over.getByRole('link', { name: 'Round page' }),
    ]) {
      const { top, bottom, left, right } = part.element().getBoundingClientRect();
      expect([top >= panel.top, bottom <= panel.bottom, left >= panel.left, right <= panel.right]).not.toContain(false);
    }
    await expectAccessible();
  });

  test('that is held by an older server, which says no reasons, still says how to object', async () => {
    const { replay: _, ...listed } = makeRound({ status: 'held', creditedSun: 0, id: scene.server.seat.id });
    scene.answers.set('GET /api/rounds/me?status=held&limit=1', () => json({ rounds: [listed], next: null }));
    await startRound();
    scene.server.end({ earnedSun: 29_970_000, creditedSun: 0, status: 'held' });
    await expect.element(over.getByText(/^If you think this is wrong/)).toBeVisible();
    await expect.element(over.getByText(/^Our program noticed/)).not.toBeInTheDocument();
  });

  test('that the server calls off does not count, and says so', async () => {
    const store = await startRound();
    scene.server.cancel();
    await expect
      .element(over.getByText('This round does not count. The server called it off, so it earned nothing.'))
      .toBeVisible();
    expect(store.getState().phase).toBe('idle');
    expect(readKeptRound(ADDRESS)).toBeNull();
    await expect.element(over.getByRole('button', { name: 'Play Again' })).toBeEnabled();
    await expectAccessible();
  });
});

describe('the result of a round that has ended without this page', () => {
  test('is shown after a reload, once', async () => {
    keepRound(ADDRESS, 'round-0001');
    scene.answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await open();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
    await expect.element(over.getByText('1,039', { exact: true })).toBeVisible();
    expect(readKeptRound(ADDRESS)).toBeNull();
    await reload();
    await expect.element(button('Start Game')).toBeEnabled();
  });

  test('has the reasons of a held round and of a refusal, which its player alone may read', async () => {
    keepRound(ADDRESS, 'round-0001');
    const { replay, ...round } = makeRound({ id: 'round-0001', address: ADDRESS, status: 'held', creditedSun: 0 });
    scene.answers.set('GET /api/rounds/round-0001', () => json({ ...round, replay }));
    scene.answers.set(`GET /api/rounds/me?status=held&limit=1&before=${String(round.playedAt + 1)}`, () =>
      json({ rounds: [{ ...round, reasons: ['tireless'] }], next: null }),
    );
    await open();
    await expect.element(over.getByText('There were more clicks than a hand usually makes in a minute.')).toBeVisible();
    await cleanup();
    queryClient.clear();
    solo.setState({ step: 'ready', open: null }, true);
    keepRound(ADDRESS, 'round-0001');
    scene.answers.set('GET /api/rounds/round-0001', () => json({ ...round, replay, status: 'refused' }));
    scene.answers.set(`GET /api/rounds/me?status=refused&limit=1&before=${String(round.playedAt + 1)}`, () =>
      json({ rounds: [{ ...round, status: 'refused', reasons: ['tireless'], refusal: 'Two hands.' }], next: null }),
    );
    await open();
    await expect.element(over.getByText('Reviewed and not credited.')).toBeVisible();
    await expect.element(over.getByText('The operator’s reason: Two hands.')).toBeVisible();
    await expect.element(over.getByRole('link', { name: 'Contact us' })).toBeVisible();
  });

  test('is asked for until the server answers', async () => {
    keepRound(ADDRESS, 'round-0001');
    await open();
    await expect.element(over.getByText('Checking your round…')).toBeVisible();
    await expect.element(over.getByText(/^Connection lost. Reconnecting; your result appears here/)).toBeVisible();
    scene.answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is none for a round that was called off', async () => {
    keepRound(ADDRESS, 'round-0001');
    scene.answers.set('GET /api/rounds/round-0001', () => failure('ERR_ROUND_UNKNOWN'));
    await open();
    await expect.element(over.getByText(/^This round does not count\./)).toBeVisible();
    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.poll(() => scene.server.tokens).toEqual(['token-0001']);
  });

  test('is asked for when the game server does not know the round any more', async () => {
    scene.server.hasForgotten = true;
    scene.answers.set('GET /api/rounds/round-0001', () => json(makeRound({ id: 'round-0001', address: ADDRESS })));
    await open();
    await button('Start Game').click();
    await expect.element(over.getByText('Credited to your Popfray balance.')).toBeVisible();
  });

  test('is none of another player’s', async () => {
    keepRound('TDqkrSzoVPeWTF3ZCpxhEvPxDztfhWwZJq', 'round-0001');
    await open();
    await expect.element(button('Start Game')).toBeEnabled();
    expect(scene.calls).not.toContain('GET /api/rounds/round-0001');
  });
});
