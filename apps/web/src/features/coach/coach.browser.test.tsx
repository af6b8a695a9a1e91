import { createRound, freePlay, seededEntropy } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { show } from '../../testing/show.tsx';
import { makeTextOf } from '../results/replay-text.ts';
import { Coach } from './lazy-parts.ts';

afterEach(cleanup);

test('the coach is absent where the round cannot be analysed', async () => {
  await show(<Coach replayText="AAAA" />, '/free-play');
  await expect.poll(() => document.querySelector('[aria-busy]')).toBeNull();
  await expect.element(page.getByRole('region', { name: 'Coach' })).not.toBeInTheDocument();
});

test('the coach shows what was missed, where clicks were, a better score and one tip, computed in a worker', async () => {
  const made = createRound({ rules: freePlay, entropy: seededEntropy('COACH') });
  if (!made.ok) throw new Error(made.error.code);
  createBot({ skill: BOT_SKILLS.novice, seed: 'novice' }).advanceTo(made.value, freePlay.durationMs);
  await show(<Coach replayText={makeTextOf(made.value) ?? ''} />, '/free-play');
  const coach = page.getByRole('region', { name: 'Coach' });
  await expect
    .element(
      coach.getByRole('img', { name: /^Where your clicks were on their bubbles: \d+ of \d+ near the middle\.$/ }),
    )
    .toBeVisible();
  await expect
    .element(coach.getByText(`${String(made.value.missed)} of ${String(made.value.inputCount)}`))
    .toBeVisible();
  await expect.element(coach.getByText(/^Many clicks hit nothing/)).toBeVisible();
  const best = coach.getByText('Best score a program finds here').element().nextElementSibling?.textContent ?? '';
  expect(Number(best.replaceAll(',', ''))).toBeGreaterThan(made.value.score);
  await expectAccessible();
});
