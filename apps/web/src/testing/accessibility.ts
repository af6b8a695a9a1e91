import axe from 'axe-core';
import { expect } from 'vitest';

/** The gravest of axe-core's findings: nothing of the kind may be on any screen. */
const GRAVE = new Set(['serious', 'critical']);

/** Expects axe-core to find nothing serious or critical on the page as it is. */
export async function expectAccessible(): Promise<void> {
  const passing = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(passing.map((animation) => animation.finished.catch(() => undefined)));
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  const grave = violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`) }));
  expect(grave).toEqual([]);
}
