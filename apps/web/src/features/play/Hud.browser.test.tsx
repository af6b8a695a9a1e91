import { freePlay } from '@popfray/engine';
import { createRoundStore, type RoundState } from '@popfray/react';
import { Profiler, type ReactElement } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { chooseLanguage } from '../../data/settings/language-choice.ts';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { ComboBadge, Hud, TimeBar } from './Hud.tsx';

/** A figure of the HUD by its place. */
const figure = (at: number): string => document.querySelectorAll('.hud dd')[at]?.textContent ?? '';

const badge = () => document.querySelector('.field-frame p span');

const createShown = (shown: Partial<RoundState> = {}): StoreApi<RoundState> =>
  createStore<RoundState>(() => ({
    ...createRoundStore({ rules: freePlay }).getInitialState(),
    phase: 'running',
    ...shown,
  }));

/** Renders figures and combo of a store. Returns how often React has rendered them. */
async function open(store: StoreApi<RoundState>): Promise<() => number> {
  const onRender = vi.fn<() => void>();
  await show(<Figures store={store} onRender={onRender} />, '/');
  return () => onRender.mock.calls.length;
}

function Figures({
  store,
  onRender,
}: {
  readonly store: StoreApi<RoundState>;
  readonly onRender: () => void;
}): ReactElement {
  return (
    <Profiler id="figures" onRender={onRender}>
      <Hud store={store} hasLevels />
      <div className="field-frame">
        <ComboBadge store={store} />
      </div>
    </Profiler>
  );
}

afterEach(async () => {
  delete document.documentElement.dataset['motion'];
  await chooseLanguage('en');
  await cleanup();
});

describe('the figures of a round', () => {
  test('follow every change without a render of React', async () => {
    const store = createShown({ combo: 1 });
    const renders = await open(store);
    const before = renders();
    for (let step = 1; step <= 50; step++)
      store.setState({
        score: step * 30,
        popped: step,
        level: 1 + (step % 7),
        combo: 1 + (step % 9),
        secondsLeft: 60 - (step % 49),
      });
    expect([0, 1, 2, 3].map(figure)).toEqual(['1,500', '59s', '2', '50']);
    expect(badge()?.textContent).toBe('COMBO 6');
    expect(renders()).toBe(before);
    await expectAccessible();
  });

  test('change their look in the last ten seconds', async () => {
    const store = createShown({ secondsLeft: 11 });
    await open(store);
    const time = () => document.querySelectorAll('.hud dd')[1]?.className;
    expect(time()).not.toContain('text-caution');
    store.setState({ secondsLeft: 10 });
    await expect.poll(time).toContain('text-caution');
    expect(figure(1)).toBe('10s');
  });

  test('are in the language that is chosen during a round', async () => {
    const store = createShown({ combo: 4 });
    await open(store);
    store.setState({ secondsLeft: 31, combo: 5 });
    await chooseLanguage('ja');
    await expect.poll(() => figure(1)).toBe('31 秒');
    expect(badge()?.textContent).toContain('5');
    store.setState({ secondsLeft: 30, combo: 6 });
    expect(figure(1)).toBe('30 秒');
    expect(badge()?.textContent).not.toContain('COMBO');
  });
});

describe('the combo', () => {
  test('shows with the first pop and goes with a miss', async () => {
    const store = createShown();
    await open(store);
    const combo = page.getByText(/^COMBO/);
    await expect.element(combo).not.toBeVisible();
    store.setState({ combo: 1 });
    await expect.element(page.getByText('COMBO 1')).toBeVisible();
    store.setState({ combo: 0 });
    await expect.element(combo).not.toBeVisible();
  });

  test.each([
    [5, false, 1],
    [6, false, 0],
    [5, true, 0],
  ])('jumps at every fifth pop: at %i (reduced motion: %s)', async (combo, isReduced, animations) => {
    const { settings } = await import('../../data/settings/settings.ts');
    settings.setState({ motion: isReduced ? 'reduced' : 'full' });
    const store = createShown({ combo: combo - 1 });
    await open(store);
    store.setState({ combo });
    expect(badge()?.getAnimations()).toHaveLength(animations);
    settings.setState({ motion: 'system' });
  });
});

test('the bar of the time left shrinks once a second, without an animation that would take a part of each frame', async () => {
  const store = createShown({ secondsLeft: 30 });
  await show(<TimeBar store={store} durationMs={60_000} />, '/');
  const bar = document.querySelector<HTMLElement>('[aria-hidden] > div');
  const share = (): number =>
    (bar?.offsetWidth ?? 0) && new DOMMatrix(bar === null ? '' : getComputedStyle(bar).transform).a;
  expect(share()).toBeCloseTo(0.5);
  store.setState({ secondsLeft: 15 });
  await expect.poll(share).toBeCloseTo(0.25);
  expect(bar?.getAnimations()).toEqual([]);
});
