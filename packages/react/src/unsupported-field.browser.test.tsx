import { freePlay } from '@popfray/engine';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { BubbleField } from './BubbleField.tsx';
import { createRoundStore } from './round-store.ts';

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
