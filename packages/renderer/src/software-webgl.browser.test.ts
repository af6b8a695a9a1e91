import { createBubble } from '@popfray/engine';
import { expect, test } from 'vitest';
import { createTestField, CROWDED, roundOf } from './field.fixture.ts';
import { isWebglSoftware } from './software-webgl.ts';

test.runIf(isWebglSoftware())('where software draws WebGL, the field draws on a canvas', async () => {
  const { view, frame, end } = await createTestField();
  frame(roundOf(CROWDED, 3_000));
  expect(view.stats()).toMatchObject({ renderer: 'canvas', drawCalls: 0 });
  end();
});

test.runIf(isWebglSoftware())(
  'on a canvas, a bubble looks the same in its first frames, which scale it, and later, from its copy',
  async () => {
    const { frame, pixel, end } = await createTestField({ reducedMotion: true });
    const round = roundOf(CROWDED, 3_000);
    const { xPx, yPx, radiusPx } = round.bubbleAt(19, createBubble());
    frame(round);
    const edge = [-0.7, 0.7].map((share) => pixel(xPx + share * radiusPx, yPx));
    for (let time = 0; time < 3; time++) frame(round);
    for (const [at, share] of [-0.7, 0.7].entries())
      for (const [part, value] of pixel(xPx + share * radiusPx, yPx).entries())
        expect(Math.abs(value - (edge[at]?.[part] ?? 0))).toBeLessThan(24);
    end();
  },
);
