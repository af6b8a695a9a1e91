import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../testing/accessibility.ts';
import { nextFrame } from '../testing/next-frame.ts';
import { show } from '../testing/show.tsx';
import { Dialog } from './Dialog.tsx';
import { Toast } from './Toast.tsx';
import { showToast, toasts } from './toast.ts';

const GOOD = { kind: 'good', title: 'Wallet Connected', text: 'Connected to TJRabP…RTv8' } as const;
const BAD = { kind: 'bad', title: 'Purchase Failed', text: 'Failed to purchase upgrade.' } as const;

const title = (words: string) => page.getByText(words, { exact: true });

beforeEach(async () => {
  toasts.setState({ message: null });
  await show(
    <>
      <h1>Page</h1>
      <button type="button">Elsewhere</button>
      <Toast />
    </>,
    '/',
  );
  // The test before may have left the pointer where the toast appears: the toast would count as hovered.
  await page.getByRole('heading', { name: 'Page' }).hover();
});
afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

test('a toast is shown, announced and can be dismissed', async () => {
  showToast(GOOD);
  await expect.element(title(GOOD.title)).toBeVisible();
  expect(title(GOOD.title).element().closest('[aria-live]')?.ariaLive).toBe('polite');
  await expectAccessible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(title(GOOD.title)).not.toBeInTheDocument();
});

test('at most one is shown: a new one replaces the old one', async () => {
  showToast(GOOD);
  await expect.element(title(GOOD.title)).toBeVisible();
  showToast(BAD);
  await expect.element(title(BAD.title)).toBeVisible();
  await expect.element(title(GOOD.title)).not.toBeInTheDocument();
  showToast(BAD);
  await expect.element(title(BAD.title)).toBeVisible();
});

test('it disappears after 5 seconds, but not while it is hovered', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const count = async (): Promise<number> => {
    await nextFrame();
    return title(BAD.title).elements().length;
  };
  showToast(BAD);
  expect(await count()).toBe(1);
  const toast = title(BAD.title).element().closest('.toast');
  const point = (event: string) => toast?.dispatchEvent(new PointerEvent(event, { bubbles: true }));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(await count()).toBe(1);
  point('pointerenter');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await count()).toBe(1);
  point('pointerleave');
  await vi.advanceTimersByTimeAsync(99);
  expect(await count()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await count()).toBe(0);
});

test('F8 moves the focus to it, and Escape dismisses it', async () => {
  await page.getByRole('button', { name: 'Elsewhere' }).click();
  showToast(BAD);
  await expect.element(title(BAD.title)).toBeVisible();
  await userEvent.keyboard('{F8}');
  await expect.element(page.getByRole('region', { name: 'Notifications (F8)' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement?.closest('.toast')).not.toBeNull();
  await userEvent.keyboard('{Escape}');
  await expect.element(title(BAD.title)).not.toBeInTheDocument();
});

/** Shows a toast over a dialog with some content. */
async function showOverDialog(content: ReactElement, close: () => void = () => undefined): Promise<void> {
  await cleanup();
  await show(
    <>
      <Dialog isOpen title="Share Session" onClose={close}>
        {content}
      </Dialog>
      <Toast />
    </>,
    '/',
  );
  showToast(GOOD);
  await expect.element(title(GOOD.title)).toBeVisible();
}

test('it is above a dialog, and Escape still closes the dialog', async () => {
  const close = vi.fn<() => void>();
  await showOverDialog(<button type="button">Copy link</button>, close);
  const { x, y } = title(GOOD.title).element().getBoundingClientRect();
  expect(document.elementFromPoint(x + 5, y + 5)?.closest('.toast')).not.toBeNull();
  await title(GOOD.title).click();
  expect(close).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test.each([
  [390, 844],
  [844, 390],
  [1_366, 768],
])('a dialog at %ix%i makes room for it', async (width, height) => {
  await page.viewport(width, height);
  await showOverDialog(<p style={{ height: '120rem' }}>Much to read</p>);
  const dialog = page.getByRole('dialog').element();
  const toastBottom = () => document.querySelector('.toast')?.getBoundingClientRect().bottom ?? Infinity;
  await expect.poll(() => dialog.getBoundingClientRect().top - toastBottom()).toBeGreaterThanOrEqual(0);
  expect(toastBottom()).toBeGreaterThan(0);
  await expect.poll(() => dialog.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  await page.viewport(1_366, 768);
});

test.each([
  [49, true],
  [50, false],
])('dragged %d px up it stays: %s', async (px, stays) => {
  showToast(GOOD);
  await expect.element(title(GOOD.title)).toBeVisible();
  const toast = title(GOOD.title).element().closest('.toast');
  if (toast === null) throw new Error('There is no toast.');
  await Promise.all(toast.getAnimations().map((animation) => animation.finished));
  const box = toast.getBoundingClientRect();
  const drag = (event: string, upPx: number): void => {
    const [clientX, clientY] = [box.x + 50, box.y + 30 - upPx];
    toast.dispatchEvent(
      new PointerEvent(event, { bubbles: true, cancelable: true, pointerId: 1, button: 0, clientX, clientY }),
    );
  };
  drag('pointerdown', 0);
  for (let upPx = 1; upPx <= px; upPx += 6) drag('pointermove', upPx);
  drag('pointerup', px);
  // At once: after 5 seconds it disappears anyway.
  await nextFrame();
  expect(toast.isConnected).toBe(stays);
});
