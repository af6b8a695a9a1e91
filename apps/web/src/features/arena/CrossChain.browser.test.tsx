import { crossChain } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { account, INITIAL_ACCOUNT } from '../../data/account/state.ts';
import { makeBotRival } from '../rivals/bot-rival.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { clickField, createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { recordBest } from '../play/personal-best.ts';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';
import { Arena } from './Arena.tsx';

const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const SEED = 'WEB-BATTLE';

const ready = page.getByRole('region', { name: 'Cross-Chain Battle', exact: true });
const start = ready.getByRole('button', { name: 'Start Game' });
const over = page.getByRole('region', { name: 'Game Complete' });
const strip = page.getByRole('region', { name: 'Race', exact: true });

/** Score of a bot on the seed of these tests. */
const botScore = (level: 'novice' | 'regular' | 'expert'): number => makeBotRival(level, crossChain).playOn(SEED).score;
const inEnglish = (score: number): string => new Intl.NumberFormat('en').format(score);

async function open(address = '/arena?mode=crossChain'): Promise<HeldRound> {
  const held = createHeldRound(crossChain, SEED);
  await show(<Arena crossChainStore={held.store} />, address);
  await fieldReady();
  return held;
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
  account.setState({ ...INITIAL_ACCOUNT, wallet: 'connected', address: ADDRESS }, true);
});
afterEach(async () => {
  await cleanup();
  account.setState(INITIAL_ACCOUNT, true);
});

describe('Cross-Chain Battle with a connected wallet', () => {
  test('is a practice battle that says so, and leads to the lobby for another opponent', async () => {
    await open('/arena');
    await page.getByText('Cross-Chain Battle', { exact: true }).click();
    await expect.element(start).toBeEnabled();
    await expect.element(ready.getByText('Practice: no entry fee and no TRX. Upgrades have no effect.')).toBeVisible();
    await expect.element(ready.getByRole('link', { name: 'Find an opponent' })).toHaveAttribute('href', '/lobby');
    await expect.element(page.getByRole('radio', { name: 'Novice bot' })).toBeChecked();
    await expect.element(page.getByRole('button', { name: 'Race a rival' })).not.toBeInTheDocument();
    await expectAccessible();
  });

  test('plays the rules of battles against a bot on the same seed, whose score shows all along, and says who won', async () => {
    const held = await open();
    await start.click();
    expect(held.store.round?.rules.id).toBe('cross-chain');
    expect(held.store.round?.loadout).toEqual([]);
    held.pass(30_000);
    await expect.element(strip.getByText('Novice bot')).toBeVisible();
    await expect.poll(() => strip.element().textContent).toMatch(/^Novice bot[\d,]+-[\d,]+Behind by [\d,]+$/);
    const { xPx, yPx } = findLoneBubble(held.store);
    await clickField(xPx, yPx);
    await expectAccessible();
    held.pass(31_000);
    const { score } = held.store.getState();
    expect(score).toBeGreaterThan(0);
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText(`The bot won by ${inEnglish(botScore('novice') - score)}.`)).toBeVisible();
    await expect.element(over.getByText('Practice battle: no prize and no TRX.')).toBeVisible();
    await expect.poll(() => strip.element().textContent).toContain(inEnglish(botScore('novice')));
    await expect.element(over.getByRole('link', { name: 'Back to Lobby' })).toHaveAttribute('href', '/lobby');
    await expectAccessible();
    await over.getByRole('button', { name: 'Play Again' }).click();
    expect(held.store.getState()).toMatchObject({ phase: 'running', score: 0, seed: SEED });
  });

  test('has the bot that the player chooses, but not during a round', async () => {
    const held = await open();
    await page.getByText('Expert bot', { exact: true }).click();
    await start.click();
    await expect.element(page.getByRole('radio', { name: 'Novice bot' })).toBeDisabled();
    held.pass(61_000);
    await expect.element(over.getByText(`The bot won by ${inEnglish(botScore('expert'))}.`)).toBeVisible();
  });

  test('has a regular bot for a player who has a best score', async () => {
    recordBest(crossChain.id, 500);
    await open();
    await expect.element(page.getByRole('radio', { name: 'Regular bot' })).toBeChecked();
  });

  test('continues when the wallet disconnects during the round', async () => {
    const held = await open();
    await start.click();
    held.pass(2_000);
    account.setState(INITIAL_ACCOUNT, true);
    held.pass(2_000);
    expect(held.store.getState()).toMatchObject({ phase: 'running', secondsLeft: 56 });
    await expect.element(strip).toBeVisible();
  });

  test('is closed without a wallet', async () => {
    account.setState(INITIAL_ACCOUNT, true);
    await open();
    await expect.element(page.getByRole('button', { name: 'Connect Wallet First' })).toBeDisabled();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Please connect your TronLink wallet for TRX earning games!');
  });
});

describe('the arena without a mode in its address', () => {
  const radio = (name: string) => page.getByRole('radio', { name, exact: true });
  const signInAs = (changes: Parameters<typeof makePlayer>[1]): void =>
    account.setState({ player: makePlayer(ADDRESS, changes) });

  test('opens in the mode that the player prefers, as soon as the player is known', async () => {
    await open('/arena');
    await expect.element(radio('Free Play')).toBeChecked();
    signInAs({ chosenGameMode: 'cross-chain-battle', preferredGameMode: 'cross-chain-battle' });
    await expect.element(radio('Cross-Chain Battle')).toBeChecked();
    await expect.element(start).toBeEnabled();
  });

  test('opens in free play for a newcomer, and for a seed', async () => {
    signInAs({});
    await open('/arena');
    await expect.element(radio('Free Play')).toBeChecked();
    await cleanup();
    signInAs({ gamesPlayed: 3, preferredGameMode: 'trx-classic' });
    await open('/arena?seed=abc');
    await expect.element(radio('Free Play')).toBeChecked();
  });

  test('stays in the mode of a round that has begun', async () => {
    await open('/arena');
    await page.getByRole('button', { name: 'Start Game' }).last().click();
    signInAs({ gamesPlayed: 3, preferredGameMode: 'trx-classic' });
    await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect.element(radio('Free Play')).toBeChecked();
  });
});
