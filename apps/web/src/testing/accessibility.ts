import axe from 'axe-core';
import { expect } from 'vitest';
import { nextFrame } from './next-frame.ts';
// Without the page's own styles, axe-core would judge the colours of the browser.
import '../app/style.css';

/** Impact levels of axe-core that no screen may have. */
const GRAVE = new Set(['serious', 'critical']);

/** Running animations that will end. */
const passingAnimations = (): Animation[] =>
  document
    .getAnimations()
    .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Expects that axe-core finds nothing serious or critical on the current page. */
export async function expectAccessible(): Promise<void> {
  // The controls of a finished round are dimmed until they accept input.
  await expect.poll(() => document.querySelector('.overlay-guarded')).toBeNull();
  // What fades in has less contrast before its end.
  const passing = passingAnimations();
  for (const animation of passing) animation.finish();
  // What is removed at its end is removed by an event that comes with the next frame.
  if (passing.length > 0) await nextFrame();
  const { violations } = await axe.run(document.body, { resultTypes: ['violations'] });
  const grave = violations
    .filter(({ impact }) => GRAVE.has(impact ?? ''))
    .map(({ id, nodes }) => ({ id, at: nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`) }));
  expect(grave).toEqual([]);
}
