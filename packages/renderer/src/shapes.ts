import { BLACK, css, mix, WHITE, type Rgb } from './colour.ts';
import type { Mark } from './skin.ts';

/** A way to paint one piece of the atlas into the box at (x, y). */
export type Paint = (ctx: CanvasRenderingContext2D, x: number, y: number, width: number, height: number) => void;

/** Angle between two health segments, radians. */
const SEGMENT_GAP = 0.1;

/** A filled, soft-edged drop, lighter in its middle: what a popped bubble leaves. */
export const drop =
  (colour: Rgb): Paint =>
  (ctx, x, y, width) => {
    const r = width / 2;
    const fill = ctx.createRadialGradient(x + r * 0.8, y + r * 0.75, 0, x + r, y + r, r);
    fill.addColorStop(0, css(mix(colour, WHITE, 0.75)));
    fill.addColorStop(0.45, css(mix(colour, WHITE, 0.15)));
    fill.addColorStop(0.8, css(colour, 0.85));
    fill.addColorStop(1, css(colour, 0));
    ctx.fillStyle = fill;
    ctx.fillRect(x, y, width, width);
  };

/** A curved splinter of the rim: a thin crescent, thick in the middle. */
export const shard =
  (colour: Rgb): Paint =>
  (ctx, x, y, width, height) => {
    ctx.fillStyle = css(mix(colour, WHITE, 0.4));
    ctx.beginPath();
    ctx.moveTo(x + 2, y + height * 0.8);
    ctx.quadraticCurveTo(x + width / 2, y - height * 0.45, x + width - 2, y + height * 0.8);
    ctx.quadraticCurveTo(x + width / 2, y + height * 0.2, x + 2, y + height * 0.8);
    ctx.fill();
  };

/** A ring that is `thickness` (a share of its radius) wide and soft on both sides; it fills its box. */
export const softRing =
  (colour: Rgb, thickness: number): Paint =>
  (ctx, x, y, width) => {
    const r = width / 2;
    const fill = ctx.createRadialGradient(x + r, y + r, r * (1 - thickness), x + r, y + r, r);
    fill.addColorStop(0, css(colour, 0));
    fill.addColorStop(0.62, css(colour, 0.55));
    fill.addColorStop(0.8, css(colour, 0.95));
    fill.addColorStop(1, css(colour, 0));
    ctx.fillStyle = fill;
    ctx.fillRect(x, y, width, width);
  };

/** A disc of a nearly even opacity with a soft edge. */
export const softDisc =
  (colour: Rgb, opacity: number): Paint =>
  (ctx, x, y, width) => {
    const r = width / 2;
    const fill = ctx.createRadialGradient(x + r, y + r, 0, x + r, y + r, r);
    fill.addColorStop(0, css(colour, opacity));
    fill.addColorStop(0.7, css(colour, opacity * 0.72));
    fill.addColorStop(0.97, css(colour, opacity * 0.5));
    fill.addColorStop(1, css(colour, 0));
    ctx.fillStyle = fill;
    ctx.fillRect(x, y, width, width);
  };

/** Shade that fades out towards its edge: behind messages. */
export const shadow =
  (colour: Rgb, opacity: number): Paint =>
  (ctx, x, y, width, height) => {
    ctx.save();
    ctx.translate(x + width / 2, y + height / 2);
    ctx.scale(width / 2, height / 2);
    const fill = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
    fill.addColorStop(0, css(colour, opacity));
    fill.addColorStop(0.5, css(colour, opacity * 0.75));
    fill.addColorStop(1, css(colour, 0));
    ctx.fillStyle = fill;
    ctx.fillRect(-1, -1, 2, 2);
    ctx.restore();
  };

/** A chain's mark, in white with a soft dark edge. */
export const markOf =
  (mark: Mark): Paint =>
  (ctx, x, y, width) => {
    ctx.save();
    ctx.translate(x, y);
    ctx.scale(width / 24, width / 24);
    paintOutline(ctx, new Path2D(mark.path), mark.strokePx);
    ctx.restore();
  };

function paintOutline(ctx: CanvasRenderingContext2D, outline: Path2D, strokePx: number): void {
  ctx.lineJoin = 'round';
  ctx.lineCap = 'round';
  ctx.lineWidth = strokePx + 1.6;
  ctx.strokeStyle = css(BLACK, 0.16);
  ctx.stroke(outline);
  ctx.lineWidth = strokePx + 0.8;
  ctx.strokeStyle = css(BLACK, 0.28);
  ctx.stroke(outline);
  ctx.lineWidth = strokePx;
  ctx.strokeStyle = css(WHITE);
  ctx.fillStyle = css(WHITE);
  if (strokePx > 0) ctx.stroke(outline);
  else ctx.fill(outline);
}

/**
 * The arc of one of `count` health segments with rounded ends, its middle at the box's middle and its outer side
 * pointing right. `radius` is the ring's, texels.
 */
export const segment =
  (colour: Rgb, opacity: number, count: number, radius: number, thickness: number): Paint =>
  (ctx, x, y, width, height) => {
    const half = Math.PI / count - SEGMENT_GAP / 2 - thickness / 2 / radius;
    ctx.lineWidth = thickness;
    ctx.lineCap = 'round';
    ctx.strokeStyle = css(colour, opacity);
    ctx.beginPath();
    ctx.arc(x + width / 2 - radius, y + height / 2, radius, -half, half);
    ctx.stroke();
  };

/** Box that a segment takes, texels: as wide as its bend and its line, as high as its chord. */
export function segmentBox(count: number, radius: number, thickness: number): { width: number; height: number } {
  const half = Math.PI / count;
  const bend = radius * (1 - Math.cos(half));
  return {
    width: Math.ceil(2 * bend + thickness) + 4,
    height: Math.ceil(2 * radius * Math.sin(half) + thickness) + 4,
  };
}

/** A pointer to the right, for the keyboard target. */
export const pointer =
  (colour: Rgb): Paint =>
  (ctx, x, y, width, height) => {
    ctx.lineJoin = 'round';
    ctx.beginPath();
    ctx.moveTo(x + width * 0.22, y + height * 0.18);
    ctx.lineTo(x + width * 0.8, y + height * 0.5);
    ctx.lineTo(x + width * 0.22, y + height * 0.82);
    ctx.closePath();
    ctx.lineWidth = width * 0.22;
    ctx.strokeStyle = css(BLACK, 0.6);
    ctx.stroke();
    ctx.lineWidth = width * 0.08;
    ctx.strokeStyle = css(colour);
    ctx.fillStyle = css(colour);
    ctx.fill();
    ctx.stroke();
  };
