import {
  arena,
  createRound,
  freePlay,
  seededEntropy,
  steady,
  type Round,
  type RoundEvent,
  type Rules,
} from '@popfray/engine';
import { Application, type ApplicationOptions, type CanvasRenderer, type WebGLRenderer } from 'pixi.js';
import { applicationOptions } from './application.ts';
import { createFieldView, type FieldView, type FieldViewOptions } from './field-view.ts';

/** Red, green, blue and opacity, 0 to 255. */
export type Pixel = readonly [number, number, number, number];

/** A field of 800 by 600 CSS px whose frames a test makes itself. */
export interface TestField {
  readonly app: Application;
  readonly view: FieldView;
  readonly host: HTMLElement;
  /** Draws and renders one frame. */
  frame(round: Round, elapsedMs?: number): void;
  /** The canvas's pixel at a point of the field, right after `frame`. */
  pixel(x: number, y: number): Pixel;
  /** The same for each pixel of a rectangle of the field. */
  pixels(x: number, y: number, width: number, height: number): Pixel[];
  end(): void;
}

/** Puts a field on the page, drawn by WebGL where the browser has it: `applicationOptions` avoids WebGL without a GPU. */
export async function createTestField(
  options: FieldViewOptions = {},
  applied: Partial<ApplicationOptions> = {},
): Promise<TestField> {
  const host = document.createElement('div');
  host.style.width = '800px';
  host.style.height = '600px';
  document.body.append(host);
  const app = new Application();
  await app.init({ ...applicationOptions(), preference: ['webgl', 'canvas'], autoStart: false, ...applied });
  host.append(app.canvas);
  const view = createFieldView(app, { reducedMotion: false, ...options });
  return {
    app,
    view,
    host,
    frame(round, elapsedMs = 16) {
      view.draw(round, elapsedMs);
      app.render();
    },
    pixel: (x, y) => pixelsOf(app, x, y, 1, 1)[0] ?? [0, 0, 0, 0],
    pixels: (x, y, width, height) => pixelsOf(app, x, y, width, height),
    end() {
      view.destroy();
      app.destroy({ removeView: true }, true);
      host.remove();
    },
  };
}

/** A test's canvas has a pixel for each px of the field. */
function pixelsOf({ canvas, renderer }: Application, x: number, y: number, width: number, height: number): Pixel[] {
  const left = Math.round(x);
  const top = Math.round(y);
  const bytes = new Uint8Array(width * height * 4);
  if (renderer.name === 'webgl') {
    const { gl } = renderer as WebGLRenderer;
    gl.readPixels(left, canvas.height - top - height, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
  } else {
    const { data } = (renderer as CanvasRenderer).canvasContext.rootContext.getImageData(left, top, width, height);
    // Colours times opacity, as WebGL has them.
    for (const [at, value] of data.entries()) bytes[at] = at % 4 === 3 ? value : (value * (data[at | 3] ?? 0)) / 255;
  }
  return Array.from({ length: width * height }, (_, at) => [
    bytes[at * 4] ?? 0,
    bytes[at * 4 + 1] ?? 0,
    bytes[at * 4 + 2] ?? 0,
    bytes[at * 4 + 3] ?? 0,
  ]);
}

/** Pixels that letters have filled. */
export const lettered = (pixels: readonly Pixel[]): number => pixels.filter(([, , , opacity]) => opacity > 200).length;

/** A round of such rules at a time in ms. */
export function roundOf(rules: Rules, timeMs: number, seed = 'field'): Round {
  const made = createRound({ rules, entropy: seededEntropy(seed) });
  if (!made.ok) throw new Error(made.error.code);
  made.value.advanceTo(timeMs);
  return made.value;
}

/** Free play with twenty bubbles at once. */
export const CROWDED: Rules = { ...freePlay, id: 'crowded', bubbleCap: steady(20), spawnCount: 20 };

/** The arena with one boss and nothing else. */
export const ONE_BOSS: Rules = {
  ...arena,
  id: 'bosses',
  bubbleCap: steady(1),
  boss: { chanceBp: steady(10_000), radiusPx: 90, speedPxPerS: 40, health: 15, hitPoints: 15, killPoints: 150 },
};

/** An event with nothing in it but what is given. */
export const eventOf = (event: Partial<RoundEvent> & Pick<RoundEvent, 'type'>): RoundEvent => ({
  timeMs: 0,
  bubbleId: -1,
  xPx: 400,
  yPx: 300,
  radiusPx: 40,
  colour: 0,
  isBoss: false,
  isForeign: false,
  points: 0,
  score: 0,
  combo: 0,
  value: 0,
  ...event,
});
