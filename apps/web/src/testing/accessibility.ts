import axe from 'axe-core';
import { expect } from 'vitest';

/** The gravest of axe-core's findings: nothing of the kind may be on any screen. */
const GRAVE = new Set(['serious', 'critical']);

/** What moves now and comes to an end. */
const passingAnimations = (): Animation[] =>
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Expects axe-core to find nothing serious or critical on the page as it is. */
export async function expectAccessible(): Promise<void> {
  // One that is cut short makes room for another.
  for (let passing = passingAnimations(); passing.length > 0; passing = passingAnimations())
    await Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)));
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  const grave = violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`) }));
  expect(grave).toEqual([]);
}
