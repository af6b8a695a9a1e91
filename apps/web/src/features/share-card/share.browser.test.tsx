import { freePlay, makeReplayText } from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { dismissToast } from '../../ui/toast.ts';
import { Toast } from '../../ui/Toast.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openAnswers } from '../../testing/answers.ts';
import { playFalseReplay, playReplay, trackedText } from '../../testing/replays.ts';
import { show } from '../../testing/show.tsx';
import { ShareRound } from './ShareRound.tsx';

const text = makeReplayText(playReplay(freePlay, 'SHARED'));
const dialog = page.getByRole('dialog', { name: 'Share this round' });
const button = (name: string) => dialog.getByRole('button', { name });

async function open(replayText = text): Promise<void> {
  await show(
    <>
      <ShareRound replayText={replayText} />
      <Toast />
    </>,
    '/free-play',
  );
  await page.getByRole('button', { name: 'Share' }).click();
}

afterEach(async () => {
  await cleanup();
  dismissToast();
  vi.restoreAllMocks();
});

describe('the picture of a round', () => {
  test('is made, shown and saved as a PNG of 1200 by 630', async () => {
    await open();
    const picture = dialog.getByRole('img', { name: /^Picture of the round: Free Play, score \d+.*seed SHARED\.$/ });
    await expect.element(picture).toBeVisible();
    const image = picture.element() as HTMLImageElement;
    await image.decode();
    expect([image.naturalWidth, image.naturalHeight]).toEqual([1_200, 630]);
    const save = dialog.getByRole('link', { name: 'Save picture' });
    await expect.element(save).toHaveAttribute('download', expect.stringMatching(/^popfray-\d+\.png$/));
    await expect.element(save).toHaveAttribute('href', image.src);
    await expectAccessible();
  });

  test('is copied, and says so when it cannot be', async () => {
    const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValueOnce();
    await open();
    await button('Copy picture').click();
    await expect.element(page.getByText('Picture copied', { exact: true })).toBeVisible();
    expect(write.mock.calls[0]?.[0][0]?.types).toEqual(['image/png']);
    write.mockRejectedValue(new DOMException('', 'NotAllowedError'));
    await button('Copy picture').click();
    await expect.element(page.getByText('Copy failed', { exact: true })).toBeVisible();
  });

  test('has a link to a race, and one to the replay', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open();
    await button('Copy challenge link').click();
    await button('Copy replay link').click();
    expect(write.mock.calls).toEqual([[`${location.origin}/race#r=${text}`], [`${location.origin}/replay#r=${text}`]]);
  });

  test('has a short link to a race when the server stores the round', async () => {
    const answers = openAnswers({ '/api/shared-rounds': { id: 'shared-round-001', expiresAt: 1_900_000_000_000 } });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open(makeReplayText(playReplay(freePlay, 'SHARED', ['score-multiplier'])));
    await expect.poll(() => answers.asked).toContain('/api/shared-rounds');
    await expect
      .poll(async () => {
        await button('Copy challenge link').click();
        return write.mock.calls.at(-1);
      })
      .toEqual([`${location.origin}/race/shared-round-001`]);
  });

  test('has links without the track of the replay, and the server does not receive it', async () => {
    openAnswers({ '/api/shared-rounds': { id: 'shared-round-002', expiresAt: 1_900_000_000_000 } });
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await open(trackedText(playReplay(freePlay, 'SHARED'), new Uint8Array(5_000)));
    await button('Copy replay link').click();
    expect(write.mock.calls).toEqual([[`${location.origin}/replay#r=${text}`]]);
    const sent = () => vi.mocked(window.fetch).mock.calls.find(([input]) => input === '/api/shared-rounds')?.[1]?.body;
    await expect.poll(sent).toBe(JSON.stringify({ replay: text }));
  });

  test('is passed to the system’s share dialog if there is one; closing it is not an error', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>();
    Object.defineProperties(navigator, {
      canShare: { value: () => true, configurable: true },
      share: { value: share, configurable: true },
    });
    try {
      share.mockRejectedValueOnce(new DOMException('', 'AbortError')).mockRejectedValueOnce(new TypeError('No.'));
      await open();
      await button('Share…').click();
      await expect.poll(() => share.mock.calls.length).toBe(1);
      await expect.element(page.getByText('Not shared', { exact: true })).not.toBeInTheDocument();
      expect(share.mock.calls[0]?.[0].text).toContain(`/race#r=${text}`);
      await button('Share…').click();
      await expect.element(page.getByText('Not shared', { exact: true })).toBeVisible();
    } finally {
      Reflect.deleteProperty(navigator, 'canShare');
      Reflect.deleteProperty(navigator, 'share');
    }
  });

  test('is not created where the browser cannot, or for a wrong score: the link is still available', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    await open();
    await expect.element(dialog.getByText(/^This browser could not make the picture/)).toBeVisible();
    await expect.element(button('Copy replay link')).toBeVisible();
    await cleanup();
    await open(makeReplayText(playFalseReplay(freePlay, 'FALSE')));
    await expect.element(dialog.getByText(/^This is no round whose score is true/)).toBeVisible();
  });
});
