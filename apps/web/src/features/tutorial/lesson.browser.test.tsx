import { arena, freePlay } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { Arena } from '../arena/Arena.tsx';
import { FreePlay } from '../free-play/FreePlay.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { createHeldRound, fieldCanvas, type HeldRound } from '../../testing/held-round.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';

const lesson = page.getByRole('region', { name: 'Tutorial' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function open(address = '/free-play'): Promise<HeldRound> {
  const held = createHeldRound(freePlay, 'FIRST');
  await show(<FreePlay store={held.store} />, address);
  await fieldReady();
  return held;
}

/** Everything that the lesson has shown in this test. Its praise is shown for less than a second, which a busy machine may not look at. */
let shown: Set<string>;
let observer: MutationObserver;

/** Pops by keys until a text was shown: the first key may only select a bubble. */
async function popUntil(words: string): Promise<void> {
  await expect
    .poll(async () => {
      await userEvent.keyboard('{ArrowRight} ');
      return [...shown];
    })
    .toEqual(expect.arrayContaining([expect.stringContaining(words)]));
}

beforeEach(() => {
  localStorage.clear();
  shown = new Set();
  observer = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('[aria-label=Tutorial]')) shown.add(textContent);
  });
  observer.observe(document, { childList: true, subtree: true, characterData: true });
});
afterEach(async () => {
  observer.disconnect();
  await cleanup();
});

describe('the lesson before the first round', () => {
  test('is completed by playing, takes no time from the round, and is shown only once', async () => {
    const held = await open();
    await button('Start Free Play').click();
    await expect.element(lesson.getByText('Click or tap a bubble to pop it.')).toBeVisible();
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());
    await expectAccessible();
    await popUntil('Popped!');
    await popUntil('That is a combo!');
    expect([...shown]).toEqual(expect.arrayContaining([expect.stringContaining('Pop 3 in a row')]));
    await expect.element(lesson.getByText(/^Now click where there is no bubble/)).toBeVisible();
    await button('Next step').click();
    await expect.element(lesson.getByText(/^Your keyboard plays too/)).toBeVisible();
    await button('Next step').click();
    await expect.element(page.getByText('You are ready')).toBeVisible();
    await expect.element(button('Start the round')).toHaveFocus();
    expect(held.store.getState()).toMatchObject({ phase: 'idle', secondsLeft: 60 });
    await button('Start the round').click();
    expect(held.store.getState()).toMatchObject({ phase: 'running', secondsLeft: 60, score: 0 });
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());

    await button('Reset').click();
    await button('Start Free Play').click();
    expect(held.store.getState().phase).toBe('running');
    await expect.element(lesson).not.toBeInTheDocument();
  });

  test('can be skipped permanently at any time, and is shown again on request', async () => {
    const held = await open();
    await button('Start Game').click();
    await button('Skip tutorial').click();
    expect(held.store.getState().phase).toBe('running');
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());
    expect(localStorage.getItem(TUTORIAL_KEY)).toBe('done');
    await cleanup();

    const again = await open('/free-play?tutorial');
    await button('Start Free Play').click();
    await expect.element(lesson).toBeVisible();
    // Starting again skips the tutorial.
    await button('Start Game').click();
    expect(again.store.getState().phase).toBe('running');
  });

  test('is not shown to players who have played before', async () => {
    localStorage.setItem('popfray.best.v1', JSON.stringify({ [freePlay.id]: 300 }));
    const held = await open();
    await button('Start Free Play').click();
    expect(held.store.getState().phase).toBe('running');
  });

  test('is completed by the keyboard alone', async () => {
    await open();
    (button('Start Free Play').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(lesson.getByText('Choose a bubble with the arrow keys, and pop it with Space.')).toBeVisible();
    await popUntil('Popped!');
    await popUntil('That is a combo!');
    await expect.element(button('Start the round')).toHaveFocus();
  });

  test('has a boss in the arena', async () => {
    await show(<Arena store={createHeldRound(arena, 'FIRST').store} />, '/arena');
    await page.getByRole('region', { name: 'Arena practice' }).getByRole('button').click();
    for (let step = 0; step < 3; step++) await button('Next step').click();
    await expect.element(lesson.getByText(/^A boss takes many hits/)).toBeVisible();
  });
});
