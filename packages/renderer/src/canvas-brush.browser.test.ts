import { freePlay } from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Container, type CanvasRenderer } from 'pixi.js';
import { applicationOptions } from './application.ts';
import { bakeAtlas, type Atlas } from './atlas.ts';
import { CanvasBrush } from './canvas-brush.ts';
import { createTestField, roundOf, type TestField } from './field.fixture.ts';
import { TRON_SKIN } from './skin.ts';

let field: TestField | null = null;
afterEach(() => {
  field?.end();
  field = null;
});

/** A brush on a canvas of 800 by 600 px, and what shows where its stamps are. */
async function setUp() {
  field = await createTestField({}, { preference: ['canvas'] });
  const { app, pixel } = field;
  const atlas = bakeAtlas(TRON_SKIN);
  return { atlas, pixel, brush: new CanvasBrush(app.renderer as CanvasRenderer, atlas.canvas) };
}

test('a field without a GPU is drawn on a 2D canvas', () => {
  // Software emulates WebGL where these tests run.
  expect(applicationOptions().preference).toEqual(['canvas']);
});

describe('a stamp', () => {
  test('is drawn at its place, of its size, and is gone in the next frame', async () => {
    const { atlas, brush, pixel } = await setUp();
    brush.begin(0, 0);
    brush.stamp(atlas.flash, 200, 100, 0.5, 0.5, 0, 1);
    brush.end();
    expect(pixel(200, 100)[3]).toBeGreaterThan(200);
    expect(pixel(200 + 45, 100)[3]).toBe(0);
    brush.begin(0, 0);
    brush.end();
    expect(pixel(200, 100)[3]).toBe(0);
  });

  test('looks the same when it is copied as when it was scaled', async () => {
    const { atlas, brush, pixel } = await setUp();
    const [ball] = atlas.bubbles;
    if (ball === undefined) throw new Error('There is no ball');
    const draw = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
    const seen = [0, 1, 2].map(() => {
      draw.mockClear();
      brush.begin(0, 0);
      brush.stamp(ball, 300, 200, 0.3, 0.3, 0, 1);
      const sources = draw.mock.calls.length;
      return { sources, opacity: pixel(300, 200 - 30)[3] };
    });
    draw.mockRestore();
    // The second frame paints the copy and draws it; the third only draws it.
    expect(seen.map(({ sources }) => sources)).toEqual([1, 2, 1]);
    for (const { opacity } of seen) expect(Math.abs(opacity - (seen[0]?.opacity ?? 0))).toBeLessThan(8);
  });

  test('is turned', async () => {
    const { atlas, brush, pixel } = await setUp();
    // A splinter's length is twice its height: 160 by 80 px here.
    const [splinter] = atlas.shards;
    if (splinter === undefined) throw new Error('There is no splinter');
    for (let frame = 0; frame < 3; frame++) {
      brush.begin(0, 0);
      brush.stamp(splinter, 400, 300, 4, 4, Math.PI / 2, 1);
      expect(pixel(400, 300 + 44)[3]).toBeGreaterThan(60);
      expect(pixel(400 + 44, 300)[3]).toBe(0);
    }
  });

  test('is shifted with the field, and as opaque as asked for', async () => {
    const { atlas, brush, pixel } = await setUp();
    brush.begin(4, -3);
    brush.stamp(atlas.flash, 200, 100, 0.1, 0.1, 0, 0.5);
    expect(pixel(204, 97)[3]).toBeGreaterThan(90);
    expect(pixel(204, 97)[3]).toBeLessThan(140);
    expect(pixel(191, 103)[3]).toBe(0);
  });
});

describe('a group of stamps', () => {
  /** A ball with a smaller one to its right, stamped one by one or as a group. */
  const stampTwo = (brush: CanvasBrush, atlas: Atlas, x: number, isGroup: boolean): void => {
    const [one, , other] = atlas.bubbles;
    if (one === undefined || other === undefined) throw new Error('There are no balls');
    if (isGroup && !brush.open(7, x, 200, one.frame.width * 0.3, one.frame.height * 0.3, 1)) return;
    brush.stamp(one, x, 200, 0.3, 0.3, 0, 1);
    brush.stamp(other, x + 12, 200, 0.1, 0.1, 0, 0.5);
    if (isGroup) brush.close();
  };

  test('looks the same as its stamps, in each frame and wherever it is, and is one picture from the third frame on', async () => {
    const { atlas, brush, pixel } = await setUp();
    const draw = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
    const show = (x: number, isGroup: boolean): readonly number[] => {
      draw.mockClear();
      brush.begin(0, 0);
      stampTwo(brush, atlas, x, isGroup);
      return [-24, -6, 0, 12, 18, 30].flatMap((right) => [...pixel(x + right, 200)]);
    };
    const xs = [300, 300, 300, 340, 501];
    const expected = xs.map((x) => show(x, false));
    for (const [frame, x] of xs.entries()) {
      const shown = show(x, true);
      // Two stamps; two stamps on the group's canvas, and its copy; only the copy.
      expect(draw).toHaveBeenCalledTimes([2, 3, 1, 1, 1][frame] ?? 0);
      const differences = shown.map((value, at) => Math.abs(value - (expected[frame]?.[at] ?? Infinity)));
      expect(Math.max(...differences), `frame ${frame}`).toBeLessThan(12);
    }
    draw.mockRestore();
  });

  test('is opaque after a stamp that was not, and unturned after one that was turned', async () => {
    const { atlas, brush, pixel } = await setUp();
    for (let frame = 0; frame < 4; frame++) {
      brush.begin(0, 0);
      brush.stamp(atlas.flash, 100, 100, 0.1, 0.1, 0.3, 0.2);
      stampTwo(brush, atlas, 300, true);
      expect(pixel(300 - 20, 200)[3]).toBeGreaterThan(150);
      brush.stamp(atlas.flash, 600, 400, 0.2, 0.2, 0, 1);
      expect(pixel(600, 400)[3]).toBeGreaterThan(200);
    }
  });

  test('is as opaque as asked for in each frame', async () => {
    const { atlas, brush, pixel } = await setUp();
    for (const [opacity, least, most] of [
      [0.5, 90, 140],
      [0.5, 90, 140],
      [0.5, 90, 140],
      [1, 200, 255],
      [0.25, 40, 80],
      [0, 0, 0],
    ] as const) {
      brush.begin(0, 0);
      if (brush.open(3, 400, 300, 60, 60, opacity)) {
        brush.stamp(atlas.flash, 400, 300, 0.3, 0.3, 0, 1);
        brush.close();
      }
      expect(pixel(400, 300)[3]).toBeGreaterThanOrEqual(least);
      expect(pixel(400, 300)[3]).toBeLessThanOrEqual(most);
      brush.stamp(atlas.flash, 100, 100, 0.3, 0.3, 0, 1);
      expect(pixel(100, 100)[3]).toBeGreaterThan(200);
    }
  });

  test('of another look or size is another picture', async () => {
    const { atlas, brush, pixel } = await setUp();
    const stamp = (look: number, sizePx: number, opacity: number): void => {
      if (!brush.open(look, 400, 300, sizePx, sizePx, 1)) return;
      brush.stamp(atlas.flash, 400, 300, 0.3, 0.3, 0, opacity);
      brush.close();
    };
    const opacityOf = (look: number, sizePx: number, opacity: number): number => {
      let seen = 0;
      for (let frame = 0; frame < 3; frame++) {
        brush.begin(0, 0);
        stamp(look, sizePx, opacity);
        seen = pixel(400, 300)[3];
      }
      return seen;
    };
    expect(opacityOf(1, 60, 1)).toBeGreaterThan(200);
    expect(opacityOf(2, 60, 0.5)).toBeLessThan(140);
    expect(opacityOf(1, 90, 0.25)).toBeLessThan(80);
    expect(opacityOf(1, 60, 0)).toBeGreaterThan(200);
  });
});

test('Pixi renders the stage of a 2D canvas only when something is on it', async () => {
  field = await createTestField({}, { preference: ['canvas'] });
  const { app, view } = field;
  const render = vi.spyOn(app.renderer, 'render');
  app.ticker.update(1_000);
  expect(render).not.toHaveBeenCalled();
  const other = app.stage.addChild(new Container());
  app.ticker.update(2_000);
  expect(render).toHaveBeenCalledTimes(1);
  other.destroy();
  view.destroy();
  app.ticker.update(3_000);
  expect(render).toHaveBeenCalledTimes(2);
});

test('a picture that is no longer drawn leaves its canvas to another one, which shows nothing of it', async () => {
  const { atlas, brush, pixel } = await setUp();
  const create = vi.spyOn(document, 'createElement');
  const draw = (scale: number): void => {
    brush.begin(0, 0);
    if (scale > 0) brush.stamp(atlas.flash, 200, 100, scale, scale, 0, 1);
  };
  for (const scale of [0.5, 0.5, 0.5]) draw(scale);
  expect(create).toHaveBeenCalledTimes(1);
  for (let frame = 0; frame < 150; frame++) draw(0);
  const [ball] = atlas.bubbles;
  if (ball === undefined) throw new Error('There is no ball');
  const size = 76 / ball.frame.width;
  for (let frame = 0; frame < 3; frame++) {
    brush.begin(0, 0);
    brush.stamp(ball, 200, 100, size, size, 0, 1);
  }
  expect(create).toHaveBeenCalledTimes(1);
  // The corner of the square around the ball, where the flash was.
  expect(pixel(200 - 36, 100 - 36)[3]).toBe(0);
  // A picture that stays needs another canvas.
  for (let frame = 0; frame < 3; frame++) {
    brush.begin(0, 0);
    brush.stamp(ball, 200, 100, size, size, 0, 1);
    brush.stamp(atlas.flash, 400, 100, 0.5, 0.5, 0, 1);
  }
  expect(create).toHaveBeenCalledTimes(2);
  create.mockRestore();
});

test('a bubble with its number is one picture, at whole pixels', async () => {
  field = await createTestField({}, { preference: ['canvas'] });
  const { frame } = field;
  const round = roundOf({ ...freePlay, spawnCount: 1 }, 2_000);
  frame(round);
  frame(round);
  const draw = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
  const places = new Set<number>();
  for (let step = 0; step < 30; step++) {
    round.advanceTo(round.timeMs + 16);
    draw.mockClear();
    frame(round);
    expect(draw).toHaveBeenCalledTimes(round.count);
    for (const call of draw.mock.calls as unknown as readonly (readonly number[])[])
      for (const at of [5, 6]) places.add(Number(call[at]));
  }
  draw.mockRestore();
  expect(places.size).toBeGreaterThan(5);
  for (const place of places) expect(Number.isInteger(place)).toBe(true);
});
