import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { show } from '../../testing/show.tsx';
import { FullScreen } from './FullScreen.tsx';

afterEach(async () => {
  vi.restoreAllMocks();
  await cleanup();
});

test.each<[string, () => Promise<void>]>([
  ['turns the screen to landscape where the browser can lock it', () => Promise.resolve()],
  [
    'stays as it is where the browser refuses to lock it',
    () => Promise.reject(new DOMException('', 'NotSupportedError')),
  ],
])('full screen %s', async (_, answer) => {
  const enter = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
  const lock = vi.fn<() => Promise<void>>(answer);
  vi.spyOn(window.screen, 'orientation', 'get').mockReturnValue({ lock } as unknown as ScreenOrientation);
  await show(<FullScreen />, '/arena');
  await page.getByRole('button', { name: 'Full screen' }).click();
  await expect.poll(() => lock.mock.calls).toEqual([['landscape']]);
  expect(enter).toHaveBeenCalledOnce();
});
