import { freePlay } from '@popfray/engine';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import {
  clickField,
  createHeldRound,
  fieldCanvas,
  findLoneBubble,
  touchField,
  type HeldRound,
} from '../../testing/held-round.ts';
import { holdFrames } from '../../testing/held-frames.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { fieldState } from '../play/field-state.ts';
import { deferField } from '../play/import-field.ts';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';
import { FreePlay } from './FreePlay.tsx';

const SEED = 'WEB-TEST';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name });

/** A figure of the HUD by its label. */
const figure = (label: string) =>
  page.getByRole('region', { name: 'Round', exact: true }).getByText(label, { exact: true }).element()
    .nextElementSibling?.textContent;

async function open(address = '/free-play'): Promise<HeldRound> {
  const held = createHeldRound(freePlay, SEED);
  await show(
    <>
      <FreePlay store={held.store} />
      <Toast />
    </>,
    address,
  );
  await fieldReady();
  return held;
}

async function popOne(held: HeldRound, pop: (xPx: number, yPx: number) => Promise<void>): Promise<void> {
  const { xPx, yPx } = findLoneBubble(held.store);
  await pop(xPx, yPx);
  held.pass(250);
}

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
});
afterEach(async () => {
  await cleanup();
  dismissToast();
  vi.restoreAllMocks();
});

describe('a round of free play', () => {
  test('does not start before the button is clicked', async () => {
    await open();
    await expect.element(heading('Ready to Pop Some Bubbles?')).toBeVisible();
    await expect.element(page.getByText('Click bubbles to pop them and earn points!')).toBeVisible();
    await expect.element(page.getByText('No wallet required / Practice Mode')).toBeVisible();
    await expect.element(button('Start Game')).toBeEnabled();
    await expect.element(button('Reset')).toBeDisabled();
    expect(figure('Time Left')).toBe('60s');
    expect(document.title).toBe('Free Play · Popfray');
    await expectAccessible();
  });

  test('that is started before its field has loaded begins when the field has drawn its first frames', async () => {
    void deferField();
    const release = holdFrames();
    const { store } = createHeldRound(freePlay, SEED);
    await show(<FreePlay store={store} />, '/free-play');
    // As early-input.ts presses it again: without a pointer.
    button('Start Game')
      .element()
      .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    await expect.element(heading('Ready to Pop Some Bubbles?')).not.toBeInTheDocument();
    await expect.element(button('Start Game')).toBeDisabled();
    await expect.poll(() => document.querySelector('.field-canvas canvas')).not.toBeNull();
    await expect.element(page.getByText('Loading the field…')).not.toBeInTheDocument();
    expect([store.getState().phase, fieldState.getState().isReady]).toEqual(['idle', false]);
    release();
    await expect.poll(() => store.getState().phase).toBe('running');
    expect(fieldState.getState().isReady).toBe(true);
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());
  });

  test.each([
    [390, 844],
    [360, 640],
  ])('lies at the bottom of an upright phone of %i x %i px, with the figures right above it', async (width, height) => {
    await page.viewport(width, height);
    await open();
    await button('Start Free Play').click();
    await expect.element(button('Pause')).toBeVisible();
    scrollTo(0, 0);
    const field = document.querySelector('.play-field')?.getBoundingClientRect();
    const figures = document.querySelector('.hud')?.getBoundingClientRect();
    expect(field).toMatchObject({ left: 0, width });
    expect(field?.bottom).toBeGreaterThan(height - 24);
    expect(field?.bottom).toBeLessThanOrEqual(height);
    expect(figures?.bottom).toBeGreaterThan((field?.top ?? 0) - 24);
    await expectAccessible();
    await page.viewport(1366, 768);
  });

  test('shows its result below the title on an upright phone, not where the field was', async () => {
    await page.viewport(390, 844);
    const held = await open();
    await button('Start Free Play').click();
    held.pass(65_000);
    const over = page.getByRole('region', { name: 'Game Over!' });
    await expect.element(over).toBeVisible();
    const title = heading('Free Play').element().getBoundingClientRect();
    const result = over.element().getBoundingClientRect();
    expect(result.top).toBeGreaterThan(title.bottom);
    expect(result.top).toBeLessThan(844 / 3);
    expect(result.bottom).toBeLessThan(844);
    await page.viewport(1366, 768);
  });

  test('is played by mouse, touch and keys', async () => {
    const held = await open();
    await button('Start Free Play').click();
    await expect.element(heading('Ready to Pop Some Bubbles?')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());
    held.pass(4_700);

    await popOne(held, clickField);
    await expect.poll(() => figure('Bubbles Popped')).toBe('1');
    await expect.element(page.getByText('COMBO 1')).toBeVisible();

    await popOne(held, touchField);
    await expect.poll(() => figure('Bubbles Popped')).toBe('2');

    await userEvent.keyboard('{ArrowRight}');
    await userEvent.keyboard(' ');
    held.pass(250);
    await expect.poll(() => figure('Bubbles Popped')).toBe('3');
    await expect.element(page.getByText('COMBO 3')).toBeVisible();
    expect(held.store.getState().score).toBeGreaterThan(0);
    await expectAccessible();
  });

  test('counts down from 3 before its time starts', async () => {
    await show(<FreePlay />, '/free-play');
    await fieldReady();
    await button('Start Free Play').click();
    await expect.poll(() => document.querySelector('.start-count')?.textContent).toMatch(/^[123]$/);
    expect(figure('Time Left')).toBe('60s');
    await expect
      .poll(async () => {
        // The round pauses when a busy machine draws no frame for a second.
        const resume = button('Resume').elements()[0];
        if (resume instanceof HTMLElement) resume.click();
        return figure('Time Left');
      })
      .toBe('59s');
    expect(document.querySelector('.start-count')).toBeNull();
  });

  test('loses its combo to a click that hits nothing', async () => {
    const held = await open();
    await button('Start Free Play').click();
    held.pass(3_000);
    await popOne(held, clickField);
    await expect.element(page.getByText('COMBO 1')).toBeVisible();
    const { round } = held.store;
    const [xPx, yPx] = [
      [20, 20],
      [780, 20],
      [20, 580],
      [780, 580],
      [400, 300],
    ].find(([x = 0, y = 0]) => round?.topmostAt(x, y) === -1) ?? [0, 0];
    await clickField(xPx ?? 0, yPx ?? 0);
    held.pass(250);
    await expect.element(page.getByText(/^COMBO/)).not.toBeVisible();
    expect(round?.missed).toBe(1);
  });

  test('pauses, resumes, and can be reset at any time', async () => {
    const held = await open();
    await button('Start Game').click();
    held.pass(2_000);
    await button('Pause').click();
    await expect.element(heading('Game Paused')).toBeVisible();
    await expectAccessible();
    held.pass(5_000);
    expect(held.store.round?.timeMs).toBe(2_000);

    await page.getByRole('region', { name: 'Game Paused' }).getByRole('button', { name: 'Resume' }).click();
    held.pass(1_000);
    await expect.poll(() => figure('Time Left')).toBe('57s');

    await userEvent.keyboard('p');
    await expect.element(heading('Game Paused')).toBeVisible();
    await button('Reset').click();
    await expect.element(heading('Ready to Pop Some Bubbles?')).toBeVisible();
    expect(figure('Time Left')).toBe('60s');
  });

  test('is not scrolled by the keys of play right after a pause', async () => {
    await open();
    await button('Start Free Play').click();
    await expect.element(button('Pause')).toBeVisible();
    fieldCanvas().focus();
    await userEvent.keyboard('p');
    await expect.element(heading('Game Paused')).toHaveFocus();
    scrollTo(0, 0);
    const isHandled: boolean[] = [];
    const note = (event: Event): void => void isHandled.push(event.defaultPrevented);
    addEventListener('keydown', note);
    await userEvent.keyboard(' {ArrowDown}');
    removeEventListener('keydown', note);
    expect(isHandled).toEqual([true, true]);
  });

  test('says why it is paused', async () => {
    const held = await open();
    await button('Start Game').click();
    held.pass(2_000);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.element(page.getByText('This page was in the background.')).toBeVisible();
    hidden.mockRestore();
    await page.getByRole('region', { name: 'Game Paused' }).getByRole('button', { name: 'Resume' }).click();
    await button('Pause').click();
    await expect.element(heading('Game Paused')).toBeVisible();
    await expect.element(page.getByText('This page was in the background.')).not.toBeInTheDocument();
    await expect.element(page.getByText('You paused it with the button or the P key.')).toBeVisible();
  });

  // A focused element that is removed makes the browser calculate the layout of the whole page.
  test('gives the focus to the field before the pressed button is removed', async () => {
    await open();
    const start = button('Start Free Play').element();
    const taken: (EventTarget | null)[] = [];
    start.addEventListener('blur', (event) => taken.push((event as FocusEvent).relatedTarget));
    await button('Start Free Play').click();
    await expect.element(heading('Ready to Pop Some Bubbles?')).not.toBeInTheDocument();
    expect(taken).toEqual([fieldCanvas()]);
  });

  test('keeps the keyboard focus when the clicked button is removed', async () => {
    const held = await open();
    expect(document.activeElement).not.toBe(heading('Ready to Pop Some Bubbles?').element());
    await button('Start Game').click();
    held.pass(2_000);
    await button('Pause').click();
    await expect.element(heading('Game Paused')).toHaveFocus();
    await userEvent.keyboard('p');
    await expect.element(heading('Game Paused')).not.toBeInTheDocument();
    await expect.poll(() => document.activeElement).toBe(fieldCanvas());
    await button('Reset').click();
    await expect.element(heading('Ready to Pop Some Bubbles?')).toHaveFocus();
  });

  test('ends with its score, stores the best, and can be played again', async () => {
    const held = await open();
    await button('Start Game').click();
    held.pass(5_000);
    await popOne(held, clickField);
    held.pass(60_000);
    await expect.element(heading('Game Over!')).toBeVisible();
    const { score } = held.store.getState();
    const over = page.getByRole('region', { name: 'Game Over!' });
    await expect.element(over.getByText('Final Score')).toBeVisible();
    await expect.element(over.getByText(String(score), { exact: true })).toBeVisible();
    await expect.element(over.getByText('Bubbles Popped')).toBeVisible();
    await expect.element(over.getByText('New personal best!')).toBeVisible();
    await expect.element(page.getByText(/^COMBO/)).not.toBeInTheDocument();
    await expect.element(over.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
    await expect.element(button('Start Game')).not.toBeInTheDocument();
    await expectAccessible();

    await over.getByRole('button', { name: 'Play Again' }).click();
    await expect.element(heading('Game Over!')).not.toBeInTheDocument();
    expect(held.store.getState()).toMatchObject({ phase: 'running', score: 0, combo: 0, level: 1, popped: 0 });
    held.pass(61_000);
    await expect.element(over.getByText(`Best ${String(score)}`)).toBeVisible();
    await button('Reset').click();
    await expect.element(button('Start Game')).toBeVisible();
  });

  test('ignores the clicks and keys that were meant for the last bubbles', async () => {
    const held = await open();
    await button('Start Game').click();
    held.pass(61_000);
    await expect.element(heading('Game Over!')).toBeVisible();
    const control = document.querySelector('.overlay button');
    expect(control === null ? '' : getComputedStyle(control).pointerEvents).toBe('none');
    // Space on a heading would scroll the score out of view.
    const press = new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
    expect(document.activeElement?.dispatchEvent(press)).toBe(false);
  });
});

describe('the seed of a round', () => {
  test('comes from the address', async () => {
    const held = await open('/free-play?seed=FROM-LINK');
    await expect.element(page.getByText('FROM-LINK')).toBeVisible();
    await button('Start Free Play').click();
    expect(held.store.getState().seed).toBe('FROM-LINK');
  });

  test('is entered, played and put into the address', async () => {
    const held = await open();
    await page.getByLabelText('Play a seed').fill('  my seed ');
    await button('Play this seed').click();
    expect(held.store.getState()).toMatchObject({ phase: 'running', seed: 'my seed' });
    expect(location.search).toBe('?seed=my+seed');
    await button('Back to random seeds').click();
    expect(location.search).toBe('');
  });

  test('is refused with a reason when it is invalid', async () => {
    const held = await open();
    await button('Play this seed').click();
    await expect.element(page.getByText('Enter a seed first.')).toBeVisible();
    await page.getByLabelText('Play a seed').fill('x'.repeat(65));
    await button('Play this seed').click();
    await expect.element(page.getByText('A seed has at most 64 bytes.')).toBeVisible();
    expect(held.store.getState().phase).toBe('idle');
  });
});

describe('the links of a round', () => {
  async function finish(): Promise<string> {
    const held = await open();
    await button('Start Game').click();
    held.pass(61_000);
    return `${location.origin}/replay#r=${held.store.getState().result?.replayText ?? ''}`;
  }

  test('open the replay and a race against it', async () => {
    const link = await finish();
    await expect
      .element(page.getByRole('link', { name: 'Race this' }))
      .toHaveAttribute('href', link.slice(location.origin.length).replace('/replay', '/race'));
    await expect
      .element(page.getByRole('link', { name: 'Watch replay' }))
      .toHaveAttribute('href', link.slice(location.origin.length));
  });
});
