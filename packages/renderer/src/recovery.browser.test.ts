import { createBubble } from '@popfray/engine';
import type { WebGLRenderer } from 'pixi.js';
import { expect, test } from 'vitest';
import { allowSoftwareWebgl, createTestField, CROWDED, roundOf } from './field.fixture.ts';

allowSoftwareWebgl();

/** Resolves in the turn after the next such event of the canvas: a browser restores no context within its loss. */
const after = (canvas: HTMLCanvasElement, type: string): Promise<void> =>
  new Promise((resolve) => {
    canvas.addEventListener(type, () => setTimeout(resolve), { once: true });
  });

test('bubbles are back after the WebGL context was lost and restored', async () => {
  const { app, frame, pixel, end } = await createTestField();
  const round = roundOf(CROWDED, 3_000);
  const { xPx, yPx } = round.bubbleAt(19, createBubble());
  frame(round);
  const before = pixel(xPx, yPx);
  expect(before[3]).toBeGreaterThan(100);

  const loss = (app.renderer as WebGLRenderer).gl.getExtension('WEBGL_lose_context');
  const lost = after(app.canvas, 'webglcontextlost');
  loss?.loseContext();
  await lost;
  // A round continues while its canvas is blank.
  for (let ms = 3_000; ms < 3_100; ms += 16) frame(round);

  const restored = after(app.canvas, 'webglcontextrestored');
  loss?.restoreContext();
  await restored;
  frame(round, 0);
  expect(pixel(xPx, yPx)).toEqual(before);
  end();
});

test('a context may be lost more than once', async () => {
  const { app, view, frame, pixel, end } = await createTestField();
  const round = roundOf(CROWDED, 3_000);
  const { xPx, yPx } = round.bubbleAt(19, createBubble());
  const loss = (app.renderer as WebGLRenderer).gl.getExtension('WEBGL_lose_context');
  for (let time = 0; time < 3; time++) {
    frame(round);
    const lost = after(app.canvas, 'webglcontextlost');
    loss?.loseContext();
    await lost;
    const restored = after(app.canvas, 'webglcontextrestored');
    loss?.restoreContext();
    await restored;
  }
  frame(round);
  expect(pixel(xPx, yPx)[3]).toBeGreaterThan(100);
  expect(view.stats().drawCalls).toBe(1);
  end();
});
