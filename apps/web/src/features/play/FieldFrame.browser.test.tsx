import { freePlay } from '@popfray/engine';
import { BubbleField, createRoundStore, type BubbleFieldProps } from '@popfray/react';
import { useEffect, type ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import en from '../../data/messages/en/shell.json';
import { EntryNotices } from '../sessions/EntryNotices.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { fieldCanvas } from '../../testing/held-round.ts';
import { nextFrame } from '../../testing/next-frame.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { FieldFrame, type FieldImport } from './FieldFrame.tsx';
import { ComboBadge } from './Hud.tsx';

const store = createRoundStore({ rules: freePlay });

/** Aspect ratio of the frame. */
const shape = () => {
  const box = document.querySelector('.field-frame')?.getBoundingClientRect();
  return (box?.width ?? 0) / (box?.height ?? 1);
};

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

describe('the frame of the field', () => {
  test('reserves its space while the field loads', async () => {
    await show(<FieldFrame store={store} label="Field" load={() => new Promise(() => undefined)} />, '/');
    await expect.element(page.getByText('Loading the field…')).toBeVisible();
    expect(shape()).toBeCloseTo(4 / 3, 2);
    await expectAccessible();
  });

  test('shows that the field could not be loaded, and retries', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const load = vi
      .fn<FieldImport>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue({ BubbleField });
    await show(<FieldFrame store={store} label="Field" load={load} />, '/');
    await expect.element(page.getByText(/^The field could not be loaded/)).toBeVisible();
    expect(shape()).toBeCloseTo(4 / 3, 2);
    await expectAccessible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await fieldReady();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('offers to load the field again when it does not start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const Stuck = (): null => null;
    const load = vi.fn<FieldImport>().mockResolvedValueOnce({ BubbleField: Stuck }).mockResolvedValue({ BubbleField });
    await show(<FieldFrame store={store} label="Field" load={load} />, '/');
    await expect.element(page.getByText('Loading the field…')).toBeVisible();
    const isOffered = () => page.getByText('This takes longer than usual. Check your connection.').query() !== null;
    vi.advanceTimersByTime(14_000);
    await nextFrame();
    expect(isOffered()).toBe(false);
    vi.advanceTimersByTime(1_000);
    await nextFrame();
    expect(isOffered()).toBe(true);
    vi.useRealTimers();
    await expectAccessible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await fieldReady();
    await expect.element(page.getByText('This takes longer than usual.')).not.toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });

  test('is not scrolled out of view by the keys of play in the countdown, and leaves them to the page before it', async () => {
    const counted = createRoundStore({ rules: freePlay, countdownMs: 60_000 });
    await show(<FieldFrame store={counted} label="Field" />, '/');
    await fieldReady();
    const handled: boolean[] = [];
    const note = (event: Event): void => void handled.push(event.defaultPrevented);
    addEventListener('keydown', note);
    fieldCanvas().focus();
    await userEvent.keyboard(' {ArrowDown}');
    counted.start('COUNTDOWN');
    await expect.element(fieldCanvas()).toHaveFocus();
    await userEvent.keyboard(' {ArrowDown}');
    removeEventListener('keydown', note);
    expect(counted.getState().secondsToStart).toBeGreaterThan(0);
    expect(handled).toEqual([false, false, true, true]);
  });

  test('shows a message where the browser cannot draw', async () => {
    const onUnsupported = vi.fn<() => void>();
    const load: FieldImport = () => Promise.resolve({ BubbleField: Blind });
    await show(<FieldFrame store={store} label="Field" load={load} onUnsupported={onUnsupported} />, '/');
    expect(onUnsupported).toHaveBeenCalledOnce();
    await expect.element(page.getByText(/^This browser can draw neither WebGL nor canvas/)).toBeVisible();
    await expectAccessible();
  });

  test('warns that the field cannot be drawn before a battle is paid', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await show(<EntryNotices feeSun={1_000_000} />, '/');
    await expect.element(page.getByText(/Everything else works/)).toBeVisible();
  });

  test('gives the field the texts of the catalogue and the font of the page', async () => {
    let skin: BubbleFieldProps['skin'];
    const Spy = (props: BubbleFieldProps): null => {
      ({ skin } = props);
      return null;
    };
    await show(<FieldFrame store={store} label="Field" load={() => Promise.resolve({ BubbleField: Spy })} />, '/');
    await expect.poll(() => skin?.comboMessages).toEqual(Object.values(en.field.streaks));
    expect(skin?.milestoneMessage(1_500)).toBe('1,500 Points! TRON Power!');
    expect(skin?.comboCount(7)).toBe('Combo 7');
    expect(skin?.fontFamily).toMatch(/^'Unbounded'/);
  });

  test.each([
    [9, false, null],
    [10, false, 'rgb(255, 90, 104)'],
    [20, false, 'rgb(255, 216, 74)'],
    [20, true, null],
  ])('glows at a combo of %i (reduced motion: %s): %s', async (combo, isReduced, colour) => {
    document.documentElement.dataset['motion'] = isReduced ? 'reduced' : 'full';
    const state = { ...store.getState(), combo };
    const fixed = { getState: () => state, getInitialState: () => state, subscribe: () => () => undefined };
    await show(
      <FieldFrame store={store} label="Field" load={() => new Promise(() => undefined)}>
        <ComboBadge store={fixed} />
      </FieldFrame>,
      '/',
    );
    await expect.element(page.getByText(`COMBO ${String(combo)}`)).toBeVisible();
    const shadow = getComputedStyle(document.querySelector('.field-frame > span') ?? document.body).boxShadow;
    delete document.documentElement.dataset['motion'];
    if (colour === null) expect(shadow).not.toMatch(/2px|3[0-9]px/);
    else expect(shadow).toContain(colour);
  });

  test('in practice keys jump between bubbles; where rounds are compared or pay they move a cursor that is announced', async () => {
    const seen: BubbleFieldProps[] = [];
    const Spy = (props: BubbleFieldProps): null => {
      seen.push(props);
      return null;
    };
    const load: FieldImport = () => Promise.resolve({ BubbleField: Spy });
    await show(<FieldFrame store={store} label="Field" load={load} isPractice />, '/');
    await expect.poll(() => seen.at(-1)?.keys).toBe('target');
    expect(seen.at(-1)?.description).toContain('arrows choose a bubble');
    await cleanup();
    await show(<FieldFrame store={store} label="Field" load={load} />, '/');
    await expect.poll(() => seen.at(-1)?.keys).toBe('cursor');
    expect(seen.at(-1)?.description).toContain('arrows move a cursor');
    seen.at(-1)?.onCursor?.('upLeft');
    await expect.element(page.getByRole('status').getByText('Nearest bubble: up and left.')).toBeInTheDocument();
    seen.at(-1)?.onCursor?.('boss');
    await expect.element(page.getByText('On a boss. Keep pressing Space.')).toBeInTheDocument();
  });
});

/** A field in a browser without WebGL and canvas. */
function Blind({ onUnsupported }: BubbleFieldProps): ReactElement | null {
  useEffect(() => onUnsupported?.(), [onUnsupported]);
  return null;
}
