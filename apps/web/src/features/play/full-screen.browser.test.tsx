import { arena } from '@popfray/engine';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { createHeldRound } from '../../testing/held-round.ts';
import { fieldReady, show } from '../../testing/show.tsx';
import { Arena } from '../arena/Arena.tsx';
import { FullScreen } from './FullScreen.tsx';
import { TUTORIAL_KEY } from './tutorial-due.ts';

const boxOf = (selector: string): DOMRect | undefined => document.querySelector(selector)?.getBoundingClientRect();

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem(TUTORIAL_KEY, 'done');
});
afterEach(async () => {
  vi.restoreAllMocks();
  if (document.fullscreenElement !== null) await document.exitFullscreen();
  await cleanup();
  await page.viewport(1366, 768);
});

test.each<[string, () => Promise<void>]>([
  ['turns the screen to landscape where the browser can lock it', () => Promise.resolve()],
  [
    'stays as it is where the browser refuses to lock it',
    () => Promise.reject(new DOMException('', 'NotSupportedError')),
  ],
])('full screen %s', async (_, answer) => {
  const enter = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
  const lock = vi.fn(answer);
  vi.spyOn(window.screen, 'orientation', 'get').mockReturnValue({ lock } as unknown as ScreenOrientation);
  await show(<FullScreen />, '/arena');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => lock.mock.calls).toEqual([['landscape']]);
  expect(enter).toHaveBeenCalledOnce();
});

test('in full screen a running round has only its field, score and time, and the field is as high as the screen', async () => {
  await page.viewport(1366, 768);
  const held = createHeldRound(arena, 'FULL');
  await show(<Arena store={held.store} />, '/arena?mode=practice');
  await fieldReady();
  held.store.start('FULL');
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => document.fullscreenElement).not.toBeNull();
  await expect.element(page.getByRole('button', { name: 'Pause' })).not.toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Arena' })).not.toBeVisible();
  await expect.element(page.getByText('Bubbles Popped')).not.toBeVisible();
  await expect.element(page.getByText('Time Left')).toBeVisible();
  const [field, figures] = [boxOf('.play-field'), boxOf('.hud')];
  expect(field?.height).toBeGreaterThan(innerHeight * 0.96);
  expect(field?.bottom).toBeLessThanOrEqual(innerHeight);
  expect(figures?.right).toBeLessThanOrEqual(field?.left ?? 0);
  held.store.pause();
  await expect.element(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
});
