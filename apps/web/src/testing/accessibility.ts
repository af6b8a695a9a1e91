import axe from 'axe-core';
import { expect, vi } from 'vitest';

/** The gravest of axe-core's findings: nothing of the kind may be on any screen. */
const GRAVE = new Set(['serious', 'critical']);

/** As long as anything that passes may move, ms. What still does then is looked at as it is. */
const STILL_MS = 1_500;

/** What moves now and comes to an end. */
const passingAnimations = (): Animation[] =>
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Expects axe-core to find nothing serious or critical on the page as it is. */
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
