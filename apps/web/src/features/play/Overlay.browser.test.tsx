import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { expectAccessible } from '../../testing/accessibility.ts';
import { nextFrame } from '../../testing/next-frame.ts';
import { show } from '../../testing/show.tsx';
import { Overlay } from './Overlay.tsx';
import '../../app/style.css';

const button = page.getByRole('button', { name: 'Play Again' });
/** The overlay while its controls ignore input. */
const guarded = () => document.querySelector('.overlay-guarded');

/** Renders the end of a round. Returns the click handler of its button. */
async function open(): Promise<() => void> {
  const onClick = vi.fn<() => void>();
  await show(
    <div className="field-frame">
      <Overlay title="Game Over" isGuarded>
        <button type="button" className="action action-primary" onClick={onClick}>
          Play Again
        </button>
      </Overlay>
    </div>,
    '/',
  );
  await expect.element(button).toBeVisible();
  return onClick;
}

test('covers the numbers of the field below', async () => {
  await open();
  const { backgroundColor } = getComputedStyle(document.querySelector('.overlay') ?? document.body);
  const opacity = Number(/\/ ([\d.]+)\)$/.exec(backgroundColor)?.[1] ?? 1);
  expect(opacity).toBe(1);
});

const point = (type: string) => window.dispatchEvent(new PointerEvent(type, { pointerId: 7 }));

afterEach(async () => {
  vi.useRealTimers();
  await cleanup();
});

test('the controls of a finished round ignore the last clicks of the round, then accept input', async () => {
  const onClick = await open();
  await button.click({ force: true });
  expect(onClick).not.toHaveBeenCalled();
  await expect.poll(guarded).toBeNull();
  await button.click();
  expect(onClick).toHaveBeenCalledOnce();
  await expectAccessible();
});

test('they do not accept input while a finger is down', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  point('pointerdown');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(guarded()).not.toBeNull();
  point('pointerup');
  await expect.poll(guarded).toBeNull();
});

test('they accept input 1.5 seconds after the end, when no finger is down', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await open();
  await vi.advanceTimersByTimeAsync(1_400);
  expect(guarded()).not.toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  await nextFrame();
  expect(guarded()).toBeNull();
});
