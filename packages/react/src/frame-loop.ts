import { freePlay } from '@popfray/engine';
import { createFieldView, type DrawnRound, type FieldView, type Skin } from '@popfray/renderer';
import type { Application, Ticker } from 'pixi.js';
import type { FieldStore } from './field-store.ts';

/** A field that draws a store's round, frame by frame, until it is stopped. */
export interface FrameLoop {
  readonly view: FieldView;
  /** Draws this store's round from the next frame on. */
  follow(store: FieldStore): void;
  /** Puts a skin on, unless the field wears it. */
  wear(skin: Skin): void;
  /** Stops drawing and frees the view. */
  stop(): void;
}

/** What is drawn while there is no round: the bare field. */
const BARE: DrawnRound = { rules: freePlay, timeMs: 0, count: 0, bubbleAt: (_place, out) => out };

/** How long a field that no round moves is drawn at the display's full rate, ms: the last message has faded by then. */
const FADING_MS = 4_000;

/** Frames a second after that, to spare the battery. */
const STILL_FPS = 20;

/** Starts to draw on a Pixi application, once a frame and before Pixi renders. Nothing is allocated for a frame. */
export function startFrameLoop(app: Application, look: { skin: Skin; reducedMotion: boolean }): FrameLoop {
  const { ticker } = app;
  const view = createFieldView(app, look);
  let followed: FieldStore | null = null;
  let generation = -1;
  let previousSkin = look.skin;
  let stillSinceMs = 0;

  function draw(): void {
    if (followed === null) return;
    // Pixi moves `lastTime` on only after its listeners have run.
    const nowMs = ticker.lastTime + ticker.elapsedMS;
    followed.frame(nowMs);
    const { round } = followed;
    if (followed.generation !== generation) {
      generation = followed.generation;
      view.clear();
    }
    if (round?.phase === 'running' || stillSinceMs === 0) {
      stillSinceMs = nowMs;
    }
    const isStill = nowMs - stillSinceMs > FADING_MS;
    setRate(ticker, isStill ? STILL_FPS : 0);
    // The time of a slowed frame says nothing about the machine, by which the view would judge it.
    view.draw(round ?? BARE, isStill ? 0 : ticker.elapsedMS);
  }

  ticker.add(draw);
  return {
    view,
    follow(store) {
      followed = store;
      generation = -1;
      stillSinceMs = 0;
    },
    wear(skin) {
      if (skin === previousSkin) return;
      previousSkin = skin;
      view.setSkin(skin);
    },
    stop() {
      ticker.remove(draw);
      view.destroy();
    },
  };
}

/** Sets the most frames a second; 0 for as many as the display shows. */
function setRate(ticker: Ticker, fps: number): void {
  if (ticker.maxFPS !== fps) ticker.maxFPS = fps;
}
