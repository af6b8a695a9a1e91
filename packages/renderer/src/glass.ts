import { BLACK, css, mix, WHITE, type Rgb } from './colour.ts';

/** Room that a bubble's glow takes around it, in radii. */
export const GLOW = 1.25;

/** Where the light comes from, seen from the middle, in radii. */
const LIGHT = { x: -0.36, y: -0.42 };

/** What sets one kind of glass apart from another. */
export interface Glass {
  readonly colour: Rgb;
  /** Leaves of the pattern inside: 0 for a plain ring, then 1 to 6 and more. */
  readonly leaves: number;
  /** Opacity of the middle, 0 to 1: glass is clear, a boss is not. */
  readonly core: number;
}

const disc = (ctx: CanvasRenderingContext2D, x: number, y: number, radius: number, fill: string | CanvasGradient): void => {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
};

const shade = (gradient: CanvasGradient, stops: readonly (readonly [number, string])[]): CanvasGradient => {
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
};

/** Paints a glass ball of a radius in texels around (x, y): glow, body, pattern, caustic, rim and highlight. */
export function paintGlass(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, glass: Glass): void {
  const { colour } = glass;
  const light = mix(colour, WHITE, 0.55);
  const pale = mix(colour, WHITE, 0.82);
  const deep = mix(colour, BLACK, 0.62);

  const glow = ctx.createRadialGradient(x, y, r * 0.92, x, y, r * GLOW);
  disc(ctx, x, y, r * GLOW, shade(glow, [[0, css(colour, 0.34)], [0.3, css(colour, 0.13)], [1, css(colour, 0)]]));

  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
  ctx.clip();

  // The body: clear in the middle, dense towards the edge, as light passes more glass there.
  ctx.globalCompositeOperation = 'copy';
  const body = ctx.createRadialGradient(x + r * LIGHT.x * 0.5, y + r * LIGHT.y * 0.5, 0, x, y, r);
  disc(ctx, x, y, r, shade(body, [
    [0, css(mix(colour, BLACK, 0.22), glass.core)],
    [0.45, css(mix(colour, BLACK, 0.3), glass.core + 0.06)],
    [0.78, css(mix(colour, BLACK, 0.16), Math.min(glass.core + 0.2, 1))],
    [0.93, css(colour, 0.92)],
    [1, css(mix(colour, WHITE, 0.12), 0.96)],
  ]));
  ctx.globalCompositeOperation = 'source-over';

  // Depth: the side away from the light is darker.
  const depth = ctx.createRadialGradient(x + r * LIGHT.x, y + r * LIGHT.y, r * 0.2, x + r * 0.1, y + r * 0.12, r * 1.15);
  disc(ctx, x, y, r, shade(depth, [[0, css(deep, 0)], [0.55, css(deep, 0.06)], [0.9, css(deep, 0.62)], [1, css(deep, 0.7)]]));

  paintPattern(ctx, x, y, r, glass.leaves, pale);

  // The caustic: light gathered at the edge opposite the highlight.
  const caustic = ctx.createRadialGradient(x + r * LIGHT.x * 0.66, y + r * LIGHT.y * 0.66, r * 0.72, x, y, r);
  disc(ctx, x, y, r, shade(caustic, [[0, css(light, 0)], [0.55, css(light, 0.1)], [0.84, css(light, 0.5)], [0.95, css(pale, 0.72)], [1, css(light, 0.3)]]));

  // The rim: a soft line all around, brighter towards the light.
  const rim = ctx.createRadialGradient(x, y, r * 0.86, x, y, r);
  disc(ctx, x, y, r, shade(rim, [[0, css(light, 0)], [0.7, css(light, 0.16)], [0.93, css(light, 0.5)], [1, css(light, 0.12)]]));
  const lit = ctx.createRadialGradient(x - r * LIGHT.x * 0.34, y - r * LIGHT.y * 0.34, r * 0.84, x, y, r);
  disc(ctx, x, y, r, shade(lit, [[0, css(WHITE, 0)], [0.6, css(WHITE, 0.05)], [0.92, css(WHITE, 0.42)], [1, css(WHITE, 0.1)]]));
  ctx.restore();

  paintHighlight(ctx, x, y, r);
}

/** One crisp reflection, brightest at its upper edge, and a spark beside it. */
function paintHighlight(ctx: CanvasRenderingContext2D, x: number, y: number, r: number): void {
  ctx.save();
  ctx.translate(x + r * -0.4, y + r * -0.47);
  ctx.rotate(-0.72);
  ctx.scale(1, 0.52);
  const shine = ctx.createLinearGradient(0, -r * 0.3, 0, r * 0.3);
  disc(ctx, 0, 0, r * 0.29, shade(shine, [[0, css(WHITE, 0.95)], [0.5, css(WHITE, 0.6)], [1, css(WHITE, 0.1)]]));
  ctx.restore();
  const spark = ctx.createRadialGradient(x - r * 0.69, y - r * 0.13, 0, x - r * 0.69, y - r * 0.13, r * 0.07);
  disc(ctx, x - r * 0.69, y - r * 0.13, r * 0.07, shade(spark, [[0, css(WHITE, 0.8)], [0.5, css(WHITE, 0.55)], [1, css(WHITE, 0)]]));
}

/** A flower of leaves inside the glass, so that bubbles of two colours differ in shape too. */
function paintPattern(ctx: CanvasRenderingContext2D, x: number, y: number, r: number, leaves: number, colour: Rgb): void {
  ctx.save();
  ctx.translate(x, y);
  if (leaves === 0) {
    ctx.lineWidth = r * 0.09;
    ctx.strokeStyle = css(colour, 0.26);
    ctx.beginPath();
    ctx.arc(0, 0, r * 0.36, 0, 2 * Math.PI);
    ctx.stroke();
  }
  ctx.fillStyle = css(colour, 0.24);
  ctx.rotate(leaves === 1 ? 0.5 : 0);
  for (let leaf = 0; leaf < leaves; leaf++) {
    ctx.beginPath();
    if (leaves === 1) ctx.ellipse(0, 0, r * 0.15, r * 0.46, 0, 0, 2 * Math.PI);
    else if (leaves === 2) ctx.ellipse(0, -r * 0.28, r * 0.2, r * 0.2, 0, 0, 2 * Math.PI);
    else ctx.ellipse(0, -r * 0.3, r * (0.44 / leaves + 0.02), r * 0.19, 0, 0, 2 * Math.PI);
    ctx.fill();
    ctx.rotate((2 * Math.PI) / leaves);
  }
  ctx.restore();
}
