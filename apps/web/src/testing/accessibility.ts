import axe from 'axe-core';
import { expect, vi } from 'vitest';
// Without the page's own styles, axe-core would judge the colours of the browser.
import '../app/style.css';

/** Impact levels of axe-core that no screen may have. */
const GRAVE = new Set(['serious', 'critical']);

/** Longest wait for finite animations, ms. After it the page is checked as it is. */
const STILL_MS = 1_500;

/** Running animations that will end. */
const passingAnimations = (): Animation[] =>
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Expects that axe-core finds nothing serious or critical on the current page. */
export async function expectAccessible(): Promise<void> {
  // The controls of a finished round are dimmed until they accept input.
  await expect.poll(() => document.querySelector('.overlay-guarded')).toBeNull();
  await vi.waitFor(() => expect(passingAnimations()).toEqual([]), { timeout: STILL_MS }).catch(() => undefined);
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  const grave = violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`) }));
  expect(grave).toEqual([]);
}
