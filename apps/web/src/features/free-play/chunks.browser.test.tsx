import { freePlay } from '@popfray/engine';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { createHeldRound } from '../../testing/held-round.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { RoundOver } from '../play-screen/practice-part.ts';
import { TUTORIAL_KEY } from '../play/tutorial-due.ts';
import { FreePlay } from './FreePlay.tsx';

/** Time in which the page would request the code that it wants, ms. */
const REQUEST_MS = 300;

// The browser records 250 files by default, fewer than a test loads.
performance.setResourceTimingBufferSize(5_000);

/** Code and texts of the web app that the page has requested: sounds and pictures may come during a round. */
const requested = (): readonly string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /\/src\/.*\.(?:tsx?|json|css)$/.test(path));

const hasRequested = (name: string): boolean => requested().some((path) => path.endsWith(`/${name}`));

afterEach(cleanup);

// This test has a separate file, because a module is loaded only once.
test('loads the result of a round before the round, no code during it, and the rest after it', async () => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
  const { store, pass } = createHeldRound(freePlay, 'CHUNKS');
  await show(<FreePlay store={store} />, '/free-play');
  await fieldReady();
  for (const name of ['guest.ts', 'account.json', 'RoundOver.tsx', 'practice.json'])
    await expect.poll(() => hasRequested(name)).toBe(true);
  // The page has requested these chunks: this waits for all that they import.
  await Promise.all([RoundOver.load(), import('../../data/wallet/guest.ts')]);

  await page.getByRole('button', { name: 'Start Free Play' }).click();
  const before = requested();
  pass(59_000);
  await expect.element(page.getByText('1s', { exact: true })).toBeVisible();
  await new Promise((resolve) => setTimeout(resolve, REQUEST_MS));
  expect(requested()).toEqual(before);

  pass(1_000);
  await expect.element(page.getByRole('button', { name: 'Play Again' })).toBeVisible();
  await expect.poll(() => hasRequested('SaveRound.tsx')).toBe(true);
});
