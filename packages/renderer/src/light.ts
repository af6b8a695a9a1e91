import { css, mix, WHITE, type Rgb } from './colour.ts';

/** A circle: middle and radius. */
export type Circle = readonly [x: number, y: number, radius: number];

/** A gradient's stops: pairs of a place (0 to 1) and an opacity. */
export type Fade = readonly number[];

/** Room that a ball's glow takes around it, in radii. */
export const GLOW = 1.16;

/** Where the light falls on a ball, from its middle, in radii. */
export const LIGHT = { x: -0.36, y: -0.42 } as const;

/** The unit circle: balls are painted in radii. */
const BALL: Circle = [0, 0, 1];

/** A circle shifted by so many times the way to the light. */
export const towardsLight = (share: number, radius: number): Circle => [LIGHT.x * share, LIGHT.y * share, radius];

/** Fills a disc of a radius with a plain colour or a gradient. */
export function fillDisc(ctx: CanvasRenderingContext2D, radius: number, fill: string | CanvasGradient): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  ctx.fill();
}

/** Lays one colour over the ball, its opacity changing from one circle, which must lie in the other, to the other. */
export function glaze(ctx: CanvasRenderingContext2D, colour: Rgb, fade: Fade, from: Circle, to: Circle = BALL): void {
  const gradient = ctx.createRadialGradient(...from, ...to);
  for (let index = 0; index + 1 < fade.length; index += 2) {
    gradient.addColorStop(fade[index] ?? 0, css(colour, fade[index + 1]));
  }
  fillDisc(ctx, to === BALL ? 1 : Math.max(to[2], 1), gradient);
}

/** Lets a painter work in a ball's own measure: its middle at (0, 0), its radius 1. */
export function inRadii(ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, paint: () => void): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(radius, radius);
  paint();
  ctx.restore();
}

/** Keeps what follows inside the ball. */
export function clipToBall(ctx: CanvasRenderingContext2D): void {
  ctx.beginPath();
  ctx.arc(0, 0, 1, 0, 2 * Math.PI);
  ctx.clip();
}

/** The light that a ball throws around itself. */
export function paintGlow(ctx: CanvasRenderingContext2D, colour: Rgb, strength: number): void {
  glaze(ctx, colour, [0, strength, 0.3, strength * 0.38, 1, 0], [0, 0, 0.92], [0, 0, GLOW]);
}

/** The rim: a soft line, bright towards the light and all but gone at the sides. */
export function paintRim(ctx: CanvasRenderingContext2D, colour: Rgb, strength: number): void {
  glaze(ctx, mix(colour, WHITE, 0.55), [0, 0, 0.6, 0.08, 0.9, 0.3, 1, 0.08], [0, 0, 0.9]);
  glaze(ctx, WHITE, [0, 0, 0.6, 0.16 * strength, 0.9, strength, 1, strength * 0.2], towardsLight(-0.2, 0.86));
}

/** One crisp reflection, brightest at its upper edge, and a spark beside it. */
export function paintHighlight(ctx: CanvasRenderingContext2D): void {
  ctx.save();
  ctx.translate(-0.4, -0.47);
  ctx.rotate(-0.72);
  ctx.scale(1, 0.52);
  const shine = ctx.createLinearGradient(0, -0.3, 0, 0.3);
  shine.addColorStop(0, css(WHITE, 0.95));
  shine.addColorStop(0.5, css(WHITE, 0.6));
  shine.addColorStop(1, css(WHITE, 0.1));
  fillDisc(ctx, 0.29, shine);
  ctx.restore();
  ctx.save();
  ctx.translate(-0.69, -0.13);
  const spark = ctx.createRadialGradient(0, 0, 0, 0, 0, 0.07);
  spark.addColorStop(0, css(WHITE, 0.8));
  spark.addColorStop(0.5, css(WHITE, 0.55));
  spark.addColorStop(1, css(WHITE, 0));
  fillDisc(ctx, 0.07, spark);
  ctx.restore();
}
