import { freePlay } from '@popfray/engine';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CanvasRenderer } from 'pixi.js';
import { applicationOptions } from './application.ts';
import { bakeAtlas } from './atlas.ts';
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
    // A splinter is twice as long as it is high: 160 by 80 px here.
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

test('pictures that are no longer drawn are dropped', async () => {
  const { atlas, brush } = await setUp();
  const create = vi.spyOn(document, 'createElement');
  const draw = (scale: number): void => {
    brush.begin(0, 0);
    if (scale > 0) brush.stamp(atlas.flash, 200, 100, scale, scale, 0, 1);
  };
  for (const scale of [0.5, 0.5, 0.5]) draw(scale);
  expect(create).toHaveBeenCalledTimes(1);
  for (let frame = 0; frame < 700; frame++) draw(0);
  for (const scale of [0.5, 0.5]) draw(scale);
  expect(create).toHaveBeenCalledTimes(2);
  create.mockRestore();
});

test('the number of a bubble keeps its place on it', async () => {
  field = await createTestField({}, { preference: ['canvas'] });
  const { frame } = field;
  const round = roundOf({ ...freePlay, spawnCount: 1 }, 2_000);
  frame(round);
  frame(round);
  const ballAt = vi.spyOn(CanvasRenderingContext2D.prototype, 'drawImage');
  const digitAt = vi.spyOn(CanvasRenderingContext2D.prototype, 'setTransform');
  const places = new Set<number>();
  const distances = new Set<string>();
  for (let step = 0; step < 30; step++) {
    round.advanceTo(round.timeMs + 16);
    ballAt.mockClear();
    digitAt.mockClear();
    frame(round);
    // The ball is copied to whole pixels; the canvas is moved to where each digit is drawn, after its own place is reset.
    const ball = Number(ballAt.mock.calls[0]?.[1]);
    const moves = digitAt.mock.calls as unknown as readonly (readonly number[])[];
    places.add(ball);
    distances.add(((moves.find((move) => move[4] !== 0)?.[4] ?? Number.NaN) - ball).toFixed(3));
  }
  ballAt.mockRestore();
  digitAt.mockRestore();
  expect(places.size).toBeGreaterThan(5);
  for (const place of places) expect(Number.isInteger(place)).toBe(true);
  expect(distances.size).toBe(1);
});
