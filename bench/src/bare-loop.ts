import { CIRCLES, createCircles, HEIGHT_PX, STEP_S, STEPS, WIDTH_PX } from './circles.ts';

/**
 * The least a program can do that moves circles step by step: numbers in flat arrays and nothing else. Returns the 3,600
 * steps, from the start each time.
 */
export function createBareLoop(): () => void {
  const circles = createCircles();
  const x = new Float64Array(CIRCLES);
  const y = new Float64Array(CIRCLES);
  const vx = new Float64Array(CIRCLES);
  const vy = new Float64Array(CIRCLES);
  const radius = Float64Array.from(circles, (circle) => circle.radius);

  const step = (): void => {
    for (let at = 0; at < CIRCLES; at++) {
      const r = radius[at] as number;
      let nextX = (x[at] as number) + (vx[at] as number) * STEP_S;
      let nextY = (y[at] as number) + (vy[at] as number) * STEP_S;
      if (nextX < r) {
        nextX = 2 * r - nextX;
        vx[at] = -(vx[at] as number);
      } else if (nextX > WIDTH_PX - r) {
        nextX = 2 * (WIDTH_PX - r) - nextX;
        vx[at] = -(vx[at] as number);
      }
      if (nextY < r) {
        nextY = 2 * r - nextY;
        vy[at] = -(vy[at] as number);
      } else if (nextY > HEIGHT_PX - r) {
        nextY = 2 * (HEIGHT_PX - r) - nextY;
        vy[at] = -(vy[at] as number);
      }
      x[at] = nextX;
      y[at] = nextY;
    }
  };

  return () => {
    for (const [at, circle] of circles.entries()) {
      x[at] = circle.x;
      y[at] = circle.y;
      vx[at] = circle.vx;
      vy[at] = circle.vy;
    }
    for (let at = 0; at < STEPS; at++) step();
  };
}
