import { freePlay } from '@popfray/engine';
import { Application } from 'pixi.js';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { BubbleField } from './BubbleField.tsx';
import { createRoundStore } from './round-store.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

// This test needs a separate file: Pixi asks the browser for WebGL once and remembers the answer.
test('a browser that draws neither by WebGL nor on a canvas is detected, and nothing breaks', async () => {
  const complaints = vi.spyOn(console, 'error');
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const unsupported = vi.fn<() => void>();
  const ready = vi.fn<() => void>();
  const store = createRoundStore({ rules: freePlay });
  await render(<BubbleField store={store} label="Bubble field" onReady={ready} onUnsupported={unsupported} />);
  expect(unsupported).toHaveBeenCalledTimes(1);
  expect(ready).not.toHaveBeenCalled();
  expect(document.querySelector('canvas')).toBeNull();
  expect(complaints).not.toHaveBeenCalled();
});

test('a renderer that cannot be initialised is reported as unsupported, and its canvas is removed', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.spyOn(Application.prototype, 'init').mockRejectedValue(new Error('no context'));
  const unsupported = vi.fn<() => void>();
  const store = createRoundStore({ rules: freePlay });
  await render(<BubbleField store={store} label="Bubble field" onUnsupported={unsupported} />);
  await expect.poll(() => unsupported.mock.calls.length).toBe(1);
  expect(document.querySelector('canvas')).toBeNull();
});
