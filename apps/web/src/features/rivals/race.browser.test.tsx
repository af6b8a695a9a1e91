import { arena, freePlay, makeReplayText, verifyReplay } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Arena } from '../arena/Arena.tsx';
import { FreePlay } from '../free-play/FreePlay.tsx';
import { keptRounds } from '../kept-rounds/kept-rounds.ts';
import { dismissToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { createHeldRound, findLoneBubble, type HeldRound } from '../../testing/held-round.ts';
import { playReplay } from '../../testing/replays.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';

const friend = playReplay(freePlay, 'FRIEND');
const friendText = makeReplayText(friend);
const verified = verifyReplay(friend);
const friendScore = verified.ok ? verified.value.round.score : 0;

const start = page.getByRole('button', { name: 'Start Free Play' });
const chooser = page.getByLabelText('Race against');
const strip = page.getByRole('region', { name: 'Race', exact: true });

async function open(address: string): Promise<HeldRound> {
  const held = createHeldRound(freePlay, 'OWN');
  await show(
    <>
      <FreePlay store={held.store} />
      <Toast />
    </>,
    address,
  );
  return held;
}

async function askForRace(): Promise<void> {
  await page.getByRole('button', { name: 'Race a rival' }).click();
  await expect.element(chooser).toHaveFocus();
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
});
afterEach(async () => {
  await cleanup();
  dismissToast();
  for (const { id } of keptRounds.getState().rounds ?? []) await keptRounds.drop(id);
});

describe('a race', () => {
  test('against a friend’s link uses the same seed, and its result shows the lead', async () => {
    const held = await open(`/free-play#race=${friendText}`);
    await expect.element(chooser).toHaveValue('friend');
    await expect.element(page.getByText('FRIEND', { exact: true })).toBeVisible();
    const challenge = `Can you beat ${new Intl.NumberFormat('en').format(friendScore)} points?`;
    await expect.element(page.getByText(challenge)).toBeVisible();
    await start.click();
    expect(held.store.getState().seed).toBe('FRIEND');
    held.pass(30_000);
    await expect.element(strip.getByText('A friend’s round')).toBeVisible();
    await expect.poll(() => strip.element().textContent).toMatch(/Behind by \d/);
    held.pass(31_000);
    const lost = `Your friend won by ${new Intl.NumberFormat('en').format(friendScore)}.`;
    await expect.element(page.getByRole('region', { name: 'Game Over!' }).getByText(lost)).toBeVisible();
    await expectAccessible();
  });

  test('against a bot uses a new seed each time', async () => {
    const held = await open('/free-play');
    await askForRace();
    await chooser.selectOptions('novice');
    await start.click();
    held.pass(20_000);
    await expect.poll(() => strip.element().textContent).toMatch(/^Novice bot\d+/);
    const bot = strip.element().textContent;
    held.pass(41_000);
    await expect.element(page.getByText(/^The bot won by/)).toBeVisible();
    await expect.poll(() => strip.element().textContent).not.toBe(bot);
    await chooser.selectOptions('');
    await page.getByRole('button', { name: 'Play Again' }).click();
    await expect.element(strip).not.toBeInTheDocument();
  });

  test('against the own best is available once a round has points', async () => {
    const held = await open('/free-play');
    await askForRace();
    expect(chooser.element().textContent).not.toContain('Your best');
    await fieldReady();
    await start.click();
    held.pass(3_000);
    const { xPx, yPx } = findLoneBubble(held.store);
    held.store.pop(xPx, yPx);
    held.pass(58_000);
    await expect.element(chooser.getByText(/^Your best: \d+/)).toBeInTheDocument();
    await chooser.selectOptions('best');
    await page.getByRole('button', { name: 'Play Again' }).click();
    held.pass(3_000);
    held.store.pop(xPx, yPx);
    held.pass(58_000);
    await expect.element(page.getByText('A tie: the same score.')).toBeVisible();
    // A link to an own round is recognised as own.
    const text = held.store.getState().result?.replayText ?? '';
    location.hash = `#race=${text}`;
    await expect.element(chooser).toHaveValue('best');
  });

  test('against a round of the other rules opens the other screen', async () => {
    const text = makeReplayText(playReplay(arena, 'FRIEND'));
    await show(
      <>
        <FreePlay />
        <Toast />
      </>,
      `/free-play#race=${text}`,
    );
    await expect.poll(() => location.pathname).toBe('/arena');
    await cleanup();
    await show(<Arena />, `/arena#race=${text}`);
    await expect.element(chooser).toHaveValue('friend');
  });

  test.each([
    ['without a round', '#race=nonsense', 'This link holds no round, or one whose score is not true.'],
    ['cut short', `#race=${friendText.slice(0, 40)}`, 'This link holds no round, or one whose score is not true.'],
  ])('by a link %s is none, and the round can be played all the same', async (_, hash, words) => {
    await open(`/free-play${hash}`);
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(start).toBeEnabled();
    await expect.element(page.getByRole('button', { name: 'Race a rival' })).toBeEnabled();
  });
});
