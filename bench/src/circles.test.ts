import { expect, test } from 'vitest';
import { createCircles, HEIGHT_PX, WIDTH_PX } from './circles.ts';

test('The circles start inside the box, the same each time, at the speeds of free play', () => {
  const circles = createCircles();
  expect(circles).toHaveLength(20);
  expect(createCircles()).toEqual(circles);
  for (const { x, y, radius, vx, vy } of circles) {
    expect(x).toBeGreaterThanOrEqual(radius);
    expect(x).toBeLessThanOrEqual(WIDTH_PX - radius);
    expect(y).toBeGreaterThanOrEqual(radius);
    expect(y).toBeLessThanOrEqual(HEIGHT_PX - radius);
    expect(Math.hypot(vx, vy)).toBeGreaterThanOrEqual(60 - 1e-9);
    expect(Math.hypot(vx, vy)).toBeLessThanOrEqual(180 + 1e-9);
  }
});
