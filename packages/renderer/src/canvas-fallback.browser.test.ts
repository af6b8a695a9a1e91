import { createBubble, crossChain } from '@popfray/engine';
import { beforeAll, expect, test } from 'vitest';
import { createTestField, CROWDED, eventOf, lettered, roundOf } from './field.fixture.ts';

// A browser without WebGL. Pixi asks once a page, so the whole file is without.
beforeAll(() => {
  const { prototype } = HTMLCanvasElement;
  const getContext = Reflect.get(prototype, 'getContext') as (...args: unknown[]) => RenderingContext | null;
  Object.assign(prototype, {
    getContext(this: HTMLCanvasElement, type: string, ...rest: unknown[]): RenderingContext | null {
      return type.includes('webgl') ? null : getContext.call(this, type, ...rest);
    },
  });
});

test('without WebGL the field is drawn by the canvas renderer', async () => {
  const { view, frame, pixel, end } = await createTestField();
  const round = roundOf(CROWDED, 3_000);
  frame(round);
  expect(view.stats()).toMatchObject({ renderer: 'canvas', drawCalls: 0 });
  for (let place = 0; place < round.count; place++) {
    const { xPx, yPx } = round.bubbleAt(place, createBubble());
    expect(pixel(xPx, yPx)[3]).toBeGreaterThan(100);
  }
  end();
});

test('without WebGL particles, messages and chain marks show too', async () => {
  const { view, frame, pixels, end } = await createTestField();
  const round = roundOf(crossChain, 3_000);
  view.show(eventOf({ type: 'pop', points: 33, combo: 5 }));
  view.show(eventOf({ type: 'combo', value: 0 }));
  frame(round, 200);
  expect(view.stats().particles).toBe(12);
  expect(lettered(pixels(250, 190, 300, 60))).toBeGreaterThan(1_000);
  end();
});

test('without WebGL a frame without bubbles is clear again', async () => {
  const { frame, pixel, end } = await createTestField();
  const round = roundOf(CROWDED, 3_000);
  const { xPx, yPx } = round.bubbleAt(19, createBubble());
  frame(round);
  expect(pixel(xPx, yPx)[3]).toBeGreaterThan(100);
  frame(roundOf(CROWDED, 0));
  expect(pixel(xPx, yPx)).toEqual([0, 0, 0, 0]);
  end();
});
