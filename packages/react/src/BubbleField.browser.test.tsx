import {
  createBubble,
  createRound,
  freePlay,
  recordReplay,
  seededEntropy,
  type Bubble,
  type Round,
} from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import type { FieldView } from '@popfray/renderer';
import type { CDPSession } from '@vitest/browser-playwright';
import type { Application } from 'pixi.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { cleanup, render } from 'vitest-browser-react';
import { BubbleField, type BubbleFieldProps } from './BubbleField.tsx';
import { createPlaybackStore } from './playback-store.ts';
import { createRoundStore, type RoundStore } from './round-store.ts';

/** A field whose frames come when the test says so. */
interface Stage {
  readonly canvas: HTMLCanvasElement;
  readonly view: FieldView;
  readonly app: Application;
  /** Lets some ms pass, of which only the last few frames are drawn, at a rate: software WebGL is slow. */
  show(ms: number, hertz?: number): void;
  /** Where a point of the field lies in the canvas, CSS px. */
  toCanvas(xPx: number, yPx: number): { x: number; y: number };
}

const SEED = 'FIELD-TEST';

/** Display time of which every frame is drawn, ms. */
const DRAWN_MS = 80;

/** Waits as long as a busy machine may need to start WebGL in software. */
const eventually = <T,>(get: () => T) => expect.poll(get, { interval: 20 });

/** The value; throws where it is missing, which is a mistake of the test. */
function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('Nothing there');
  return value;
}

async function mountField(props: Omit<BubbleFieldProps, 'label' | 'onReady'>): Promise<Stage> {
  const ready = vi.fn<(view: FieldView, app: Application) => void>();
  await render(
    <div style={{ width: 640 }}>
      <BubbleField {...props} label="Bubble field" onReady={ready} />
    </div>,
  );
  await eventually(() => ready.mock.calls).toHaveLength(1);
  const [view, app] = present(ready.mock.calls[0]);
  app.ticker.stop();
  const { canvas } = app;
  let nowMs = app.ticker.lastTime;
  return {
    canvas,
    view,
    app,
    show(ms, hertz = 60) {
      const endMs = nowMs + ms;
      while (endMs - nowMs > DRAWN_MS) props.store.frame((nowMs += Math.min(400, endMs - nowMs - DRAWN_MS)));
      while (nowMs < endMs) app.ticker.update((nowMs += 1_000 / hertz));
    },
    toCanvas(xPx, yPx) {
      return { x: (xPx / 800) * canvas.clientWidth, y: (yPx / 600) * canvas.clientHeight };
    },
  };
}

/** A store whose round is under way. */
function startedStore(pausable = true): RoundStore {
  const store = createRoundStore({ rules: freePlay, seed: SEED, pausable });
  store.start();
  return store;
}

const roundOf = (store: RoundStore): Round => present(store.round);

function bubblesOf(store: RoundStore): Bubble[] {
  const round = roundOf(store);
  return Array.from({ length: round.count }, (_, place) => round.bubbleAt(place, createBubble()));
}

/** Bubbles that no other covers or touches, so that each can be clicked for itself. */
const apart = (bubbles: readonly Bubble[]): Bubble[] =>
  bubbles.filter((one) =>
    bubbles.every(
      (other) => one === other || Math.hypot(one.xPx - other.xPx, one.yPx - other.yPx) > one.radiusPx + other.radiusPx,
    ),
  );

/** Where a point of the field lies on the screen, CSS px of the outermost page. */
function toScreen(stage: Stage, xPx: number, yPx: number): { x: number; y: number } {
  const inner = stage.canvas.getBoundingClientRect();
  const frame = window.frameElement?.getBoundingClientRect();
  const { x, y } = stage.toCanvas(xPx, yPx);
  return { x: (frame?.left ?? 0) + inner.left + x, y: (frame?.top ?? 0) + inner.top + y };
}

afterEach(cleanup);

describe('a bubble field', () => {
  test('is one labelled canvas of 4:3 as wide as its parent', async () => {
    const { canvas } = await mountField({ store: startedStore() });
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
    expect([canvas.clientWidth, canvas.clientHeight]).toEqual([640, 480]);
    expect(canvas).toHaveAttribute('aria-label', 'Bubble field');
    expect(canvas).toHaveAccessibleDescription(/Space or Enter pops/);
    expect(canvas.tabIndex).toBe(0);
    expect(getComputedStyle(canvas).touchAction).toBe('none');
  });

  test('is a picture that takes no clicks while a replay plays', async () => {
    const made = createRound({ rules: freePlay, entropy: seededEntropy(SEED) });
    if (!made.ok) throw new Error(made.error.code);
    createBot({ skill: BOT_SKILLS.regular, seed: SEED }).advanceTo(made.value, freePlay.durationMs);
    const replay = recordReplay(made.value);
    if (!replay.ok) throw new Error(replay.error);
    const store = createPlaybackStore({ replay: replay.value });
    const stage = await mountField({ store });
    store.play();
    stage.show(3_000);
    const missed = store.round?.missed;
    await userEvent.click(stage.canvas, { position: { x: 5, y: 5 } });
    expect(stage.canvas).toHaveAttribute('role', 'img');
    expect(stage.canvas.tabIndex).toBe(-1);
    expect(store.round?.timeMs).toBeGreaterThan(2_000);
    expect(store.round?.missed).toBe(missed);
  });

  test.each([60, 144])('pops by mouse what the last frame showed, at %i Hz', async (hertz) => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(4_700, hertz);
    const shownMs = store.round?.timeMs;
    const bubble = present(apart(bubblesOf(store))[0]);
    const times: number[] = [];
    store.listen((event) => times.push(event.timeMs));
    await userEvent.click(stage.canvas, { position: stage.toCanvas(bubble.xPx, bubble.yPx) });
    expect(store.round).toMatchObject({ popped: 1, missed: 0 });
    expect(times).toEqual([shownMs]);
    stage.show(20, hertz);
    expect(store.getState()).toMatchObject({ popped: 1, combo: 1 });
  });

  test('counts a click beside all bubbles as a miss, and one of another button not at all', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(100);
    const position = stage.toCanvas(400, 300);
    await userEvent.click(stage.canvas, { position, button: 'right' });
    await userEvent.click(stage.canvas, { position, button: 'middle' });
    expect(store.round?.missed).toBe(0);
    await userEvent.click(stage.canvas, { position });
    expect(store.round?.missed).toBe(1);
  });

  test('takes every finger of several', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(10_000);
    const [one, two] = apart(bubblesOf(store)).map(({ xPx, yPx }) => toScreen(stage, xPx, yPx));
    const session: CDPSession = cdp();
    await session.send('Input.dispatchTouchEvent', {
      type: 'touchStart',
      touchPoints: [present(one), present(two)],
    });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await eventually(() => store.round?.popped).toBe(2);
    expect(store.round?.missed).toBe(0);
  });

  test('moves a target by keys and pops it', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(5_000);
    stage.canvas.focus();
    await userEvent.keyboard('{ArrowRight}');
    const first = stage.view.target;
    expect(bubblesOf(store).map(({ id }) => id)).toContain(first);
    await userEvent.keyboard('{Tab}');
    const second = stage.view.target;
    expect(second).not.toBe(first);
    expect(document.activeElement).toBe(stage.canvas);
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
    expect(stage.view.target).toBe(first);

    const popped: number[] = [];
    store.listen((event) => event.type === 'pop' && popped.push(event.bubbleId));
    await userEvent.keyboard(' ');
    expect(popped).toHaveLength(1);
    await userEvent.keyboard('{Enter}');
    expect(popped).toHaveLength(2);
    expect(store.round?.missed).toBe(0);
    expect(popped).not.toContain(stage.view.target);
  });

  test('lets the focus go at Escape, and leaves Tab alone when no round runs', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    const after = document.body.appendChild(document.createElement('button'));
    stage.show(3_000);
    stage.canvas.focus();
    await userEvent.keyboard('{Tab}');
    expect(stage.view.target).toBeGreaterThanOrEqual(0);
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(stage.canvas);
    expect(stage.view.target).toBe(-1);
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(after);
    store.pause();
    stage.canvas.focus();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(after);
    after.remove();
  });

  test('with a cursor, moves it by held keys at limited speed and in diagonals, and pops what is under it', async () => {
    const store = startedStore();
    const reports: string[] = [];
    const stage = await mountField({ store, keys: 'cursor', onCursor: (report) => reports.push(report) });
    expect(stage.canvas).toHaveAccessibleDescription(/Arrow keys move the cursor/);
    stage.show(5_000);
    stage.canvas.focus();
    // The first key shows the cursor, and Space does not click where no cursor was seen.
    await userEvent.keyboard(' ');
    expect(store.round).toMatchObject({ popped: 0, missed: 0 });
    expect(stage.view.cursor).toMatchObject({ xPx: 400, yPx: 300 });
    expect(stage.view.target).toBe(-1);
    await userEvent.keyboard('{ArrowRight>}{ArrowDown>}');
    stage.show(DRAWN_MS);
    await userEvent.keyboard('{/ArrowRight}{/ArrowDown}');
    const { xPx, yPx } = present(stage.view.cursor);
    expect(xPx - 400).toBeCloseTo(yPx - 300);
    expect(xPx).toBeGreaterThan(410);
    expect(xPx).toBeLessThan(450);
    stage.show(20);
    stage.show(20);
    const rest = { ...present(stage.view.cursor) };
    stage.show(DRAWN_MS);
    expect(stage.view.cursor).toMatchObject({ xPx: rest.xPx, yPx: rest.yPx });
    await userEvent.keyboard('{ArrowLeft}');
    stage.show(20);
    expect(present(stage.view.cursor).xPx).toBeLessThan(rest.xPx);

    const popped: number[] = [];
    store.listen((event) => event.type === 'pop' && popped.push(event.bubbleId));
    /** Holds the arrows towards a bubble until the cursor is on it. */
    const under = (): boolean => {
      const { xPx: x, yPx: y } = present(stage.view.cursor);
      return roundOf(store).topmostAt(x, y) >= 0;
    };
    for (let tries = 0; tries < 200 && !under(); tries++) {
      const cursor = present(stage.view.cursor);
      const [near] = bubblesOf(store).toSorted(
        (a, b) =>
          Math.hypot(a.xPx - cursor.xPx, a.yPx - cursor.yPx) - Math.hypot(b.xPx - cursor.xPx, b.yPx - cursor.yPx),
      );
      const { xPx: x, yPx: y } = present(near);
      const keys = [
        Math.abs(x - cursor.xPx) > 5 && (x < cursor.xPx ? 'ArrowLeft' : 'ArrowRight'),
        Math.abs(y - cursor.yPx) > 5 && (y < cursor.yPx ? 'ArrowUp' : 'ArrowDown'),
      ].filter((key) => key !== false);
      await userEvent.keyboard(keys.map((key) => `{${key}>}`).join(''));
      stage.show(50);
      await userEvent.keyboard(keys.map((key) => `{/${key}}`).join(''));
    }
    await userEvent.keyboard('{Enter}');
    expect(popped).toHaveLength(1);
    expect(store.round).toMatchObject({ popped: 1, missed: 0 });
    expect(reports.length).toBeGreaterThan(0);
    expect(reports[0]).not.toBe('boss');
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).not.toBe(stage.canvas);
    expect(stage.view.cursor).toBeNull();
  });

  test('with a cursor, leaves Tab to the browser and hides the cursor at a click', async () => {
    const store = startedStore();
    const stage = await mountField({ store, keys: 'cursor' });
    const after = document.body.appendChild(document.createElement('button'));
    stage.show(3_000);
    stage.canvas.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(stage.view.cursor).not.toBeNull();
    await userEvent.click(stage.canvas, { position: { x: 5, y: 5 } });
    expect(stage.view.cursor).toBeNull();
    await userEvent.keyboard('{Tab}');
    expect(document.activeElement).toBe(after);
    after.remove();
  });

  test('pauses the round when the page hides', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(500);
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
    document.dispatchEvent(new Event('visibilitychange'));
    hidden.mockRestore();
    expect(store.getState().phase).toBe('paused');
  });

  test('forgets what was on show when the round is reset', async () => {
    const store = startedStore();
    const stage = await mountField({ store });
    stage.show(3_000);
    const bubble = present(bubblesOf(store)[0]);
    stage.view.setTarget(bubble.id);
    store.pop(bubble.xPx, bubble.yPx);
    stage.show(20);
    store.reset();
    stage.show(20);
    expect(stage.view.target).toBe(-1);
    expect(stage.view.stats().particles).toBe(0);
  });

  test('draws more slowly once nothing has moved for a while, and at full rate again in a round', async () => {
    const store = createRoundStore({ rules: freePlay, seed: SEED });
    const stage = await mountField({ store });
    stage.show(1_000);
    expect(stage.app.ticker.maxFPS).toBe(0);
    stage.show(4_000);
    expect(stage.app.ticker.maxFPS).toBe(20);
    expect(stage.view.stats().quality).toBe(1);
    store.start();
    stage.show(100);
    expect(stage.app.ticker.maxFPS).toBe(0);
    const shownMs = roundOf(store).timeMs;
    stage.show(1_000);
    expect(roundOf(store).timeMs - shownMs).toBeCloseTo(1_000, -2);
  });

  test('follows another store at once', async () => {
    const [first, second] = [startedStore(), startedStore()];
    const ready = vi.fn<(view: FieldView, app: Application) => void>();
    const field = (store: RoundStore) => <BubbleField store={store} label="Bubble field" onReady={ready} />;
    const screen = await render(field(first));
    await eventually(() => first.round?.timeMs).toBeGreaterThan(0);
    await screen.rerender(field(second));
    await eventually(() => second.round?.timeMs).toBeGreaterThan(0);
    expect(ready).toHaveBeenCalledTimes(1);
    expect(document.querySelectorAll('canvas')).toHaveLength(1);
  });
});
