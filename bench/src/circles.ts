/** The work that every peer does: circles that bounce about in a box without touching each other, for 60 s at 60 Hz. */
export const STEPS = 3_600;
export const CIRCLES = 20;
export const WIDTH_PX = 800;
export const HEIGHT_PX = 600;
export const STEP_S = 1 / 60;

/** A circle before its first step: centre in px, radius in px, velocity in px/s. */
export interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  readonly vx: number;
  readonly vy: number;
}

/** The same circles for everybody: sizes and speeds as in free play, placed by a small generator with a fixed seed. */
export function createCircles(): readonly Circle[] {
  let state = 1;
  const between = (least: number, most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return least + ((most - least) * state) / 2 ** 32;
  };
  return Array.from({ length: CIRCLES }, () => {
    const radius = between(20, 50);
    const speed = between(60, 180);
    const angle = between(0, 2 * Math.PI);
    return {
      x: between(radius, WIDTH_PX - radius),
      y: between(radius, HEIGHT_PX - radius),
      radius,
      vx: speed * Math.cos(angle),
      vy: speed * Math.sin(angle),
    };
  });
}
