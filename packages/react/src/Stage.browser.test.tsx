import { freePlay } from '@popfray/engine';
import type { FieldView } from '@popfray/renderer';
import type { Application } from 'pixi.js';
import { startTransition, StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { BubbleField } from './BubbleField.tsx';
import { createRoundStore, type RoundStore } from './round-store.ts';

/** Of one application: its own ticker, and the one that all of Pixi's housekeeping shares. */
const TICKERS = 2;

/** Waits as long as a busy machine may need to start WebGL in software. */
const eventually = <T,>(get: () => T) => expect.poll(get, { interval: 20 });

/** A store whose round is under way. It does not pause when a busy machine draws no frame for a second. */
function startedStore(): RoundStore {
  const store = createRoundStore({ rules: freePlay, pausable: false });
  store.start();
  return store;
}

/** Counts the frames that anybody asks for while the display shows `frames` of them. */
async function framesAskedFor(frames: number): Promise<number> {
  const own = window.requestAnimationFrame.bind(window);
  const spy = vi.spyOn(window, 'requestAnimationFrame');
  for (let frame = 0; frame < frames; frame++) await new Promise((resolve) => own(resolve));
  const asked = spy.mock.calls.length;
  spy.mockRestore();
  return asked;
}

describe('a bubble field under StrictMode', () => {
  let root: Root | null = null;

  /** Renders as a product does, by React's own scheduler: under `act` effects run at other times. */
  function renderAsProduct(children: ReactNode): void {
    root ??= createRoot(document.body.appendChild(document.createElement('div')));
    startTransition(() => root?.render(<StrictMode>{children}</StrictMode>));
  }

  // Only with WebGL can a context be lost. A field would not use it where software emulates it, as in most tests.
  beforeAll(() => {
    for (const { prototype } of [WebGLRenderingContext, WebGL2RenderingContext]) {
      const getParameter = prototype.getParameter;
      vi.spyOn(prototype, 'getParameter').mockImplementation(function (this: WebGLRenderingContext, name) {
        const value: unknown = getParameter.call(this, name);
        return typeof value === 'string' ? value.replaceAll('SwiftShader', 'GeForce') : value;
      });
    }
  });

  beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  });

  afterEach(async () => {
    renderAsProduct(null);
    await eventually(() => document.querySelector('canvas')).toBeNull();
    root?.unmount();
    root = null;
    vi.unstubAllGlobals();
  });

  test('is one living application with one canvas and one ticker each time it is mounted, and nothing in between', async () => {
    const complaints = vi.spyOn(console, 'error');
    for (let time = 0; time < 3; time++) {
      const store = startedStore();
      const ready = vi.fn<(view: FieldView, app: Application) => void>();
      renderAsProduct(<BubbleField store={store} label="Bubble field" onReady={ready} />);
      await eventually(() => store.round?.timeMs).toBeGreaterThan(50);
      expect(document.querySelectorAll('canvas')).toHaveLength(1);
      expect(ready).toHaveBeenCalledTimes(1);
      const app = ready.mock.calls[0]?.[1];
      expect(app?.canvas).toBe(document.querySelector('canvas'));
      expect(app?.canvas.getContext('webgl2')?.isContextLost()).toBe(false);
      expect((await framesAskedFor(6)) / TICKERS).toBeCloseTo(6, 0);

      renderAsProduct(null);
      await eventually(() => document.querySelector('canvas')).toBeNull();
      await eventually(() => app?.renderer).toBeNull();
      const stoppedMs = store.round?.timeMs;
      expect(await framesAskedFor(3)).toBe(0);
      expect(store.round?.timeMs).toBe(stoppedMs);
    }
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });

  test('leaves nothing behind when it goes as soon as it has a canvas', async () => {
    const complaints = vi.spyOn(console, 'error');
    for (let time = 0; time < 3; time++) {
      const store = startedStore();
      flushSync(() => renderAsProduct(<BubbleField key={time} store={store} label="Bubble field" />));
      await eventually(() => document.querySelector('canvas')).not.toBeNull();
      renderAsProduct(null);
      await eventually(() => document.querySelector('canvas')).toBeNull();
      await eventually(() => framesAskedFor(3)).toBe(0);
      const stoppedMs = store.round?.timeMs;
      expect(await framesAskedFor(3)).toBe(0);
      expect(store.round?.timeMs).toBe(stoppedMs);
    }
    const store = startedStore();
    renderAsProduct(<BubbleField store={store} label="Bubble field" />);
    await eventually(() => store.round?.timeMs).toBeGreaterThan(50);
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
    expect((await framesAskedFor(6)) / TICKERS).toBeCloseTo(6, 0);
    expect(complaints).not.toHaveBeenCalled();
    complaints.mockRestore();
  });
});
