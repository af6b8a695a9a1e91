import { BLACK, css, lightness, mix, WHITE, type Rgb } from './colour.ts';
import { clipToBall, fillDisc, glaze, inRadii, paintGlow, paintHighlight, paintRim, towardsLight } from './light.ts';

/** The pattern inside a bubble, so that two colours differ in shape too: leaves, 1 to 6, or rings, 1 or 2. */
export interface Pattern {
  readonly leaves: number;
  readonly rings: number;
  /** Drawn to be seen first: near white in dark glass, near black in light glass. */
  readonly isBold: boolean;
}

/** How wide a leaf is, in radii, by the number of leaves. */
const LEAF_WIDTHS: readonly number[] = [1.24, 1, 0.52, 0.4, 0.32, 0.26];
/** Where leaves begin and end: around the place of a number. */
const LEAF_FROM = 0.34;
const LEAF_TO = 0.86;

/** Glass from this lightness on takes a dark pattern where it is to be bold. */
const LIGHT_GLASS = 0.5;
/** How much more of a bold pattern is seen, and how much wider its rings are. */
const BOLD = 2.3;
const BOLD_RING = 1.6;

/** Paints a glass ball around (x, y) of a radius in texels: glow, body, shade, pattern, caustic, rim and highlight. */
export function paintGlass(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
  pattern: Pattern,
): void {
  inRadii(ctx, x, y, radius, () => {
    paintGlow(ctx, colour, 0.34);
    ctx.save();
    clipToBall(ctx);
    paintBody(ctx, colour);
    paintPattern(ctx, patternColour(colour, pattern), pattern);
    paintCaustic(ctx, colour);
    paintRim(ctx, colour, 0.5);
    ctx.restore();
    paintHighlight(ctx);
  });
}

/** Clearer in the middle, dense towards the edge, as light passes more glass there; shaded away from the light. */
function paintBody(ctx: CanvasRenderingContext2D, colour: Rgb): void {
  // Light colours need more body, or the dark field shows through them as mud.
  const core = 0.54 + 0.3 * lightness(colour);
  const body = ctx.createRadialGradient(...towardsLight(0.4, 0), 0, 0, 1);
  body.addColorStop(0, css(mix(colour, WHITE, 0.1), core));
  body.addColorStop(0.5, css(colour, core + 0.03));
  body.addColorStop(0.8, css(mix(colour, BLACK, 0.06), Math.min(core + 0.16, 1)));
  body.addColorStop(0.94, css(mix(colour, BLACK, 0.1), 0.94));
  body.addColorStop(1, css(mix(colour, BLACK, 0.16), 0.96));
  // Replaces the glow underneath, which would cloud the glass.
  ctx.globalCompositeOperation = 'copy';
  fillDisc(ctx, 1, body);
  ctx.globalCompositeOperation = 'source-over';
  // Shade leans away from green, so that yellow turns to amber and not to olive.
  const deep: Rgb = [colour[0] * 0.5, colour[1] * 0.32, colour[2] * 0.5];
  glaze(ctx, deep, [0, 0, 0.4, 0.1, 0.72, 0.5, 0.9, 0.4, 1, 0.1], towardsLight(0.6, 0.3));
}

/** Light gathered inside the edge opposite the highlight. */
function paintCaustic(ctx: CanvasRenderingContext2D, colour: Rgb): void {
  const fade = [0, 0.72, 0.35, 0.34, 0.7, 0.08, 1, 0];
  ctx.globalCompositeOperation = 'lighter';
  glaze(ctx, mix(colour, WHITE, 0.55), fade, towardsLight(-1.35, 0), towardsLight(-1.2, 0.62));
  ctx.globalCompositeOperation = 'source-over';
  const crescent = [0, 0, 0.5, 0.04, 0.86, 0.5, 0.95, 0.6, 1, 0.2];
  glaze(ctx, mix(colour, WHITE, 0.82), crescent, towardsLight(0.36, 0.78));
}

function patternColour(glass: Rgb, { isBold }: Pattern): Rgb {
  if (!isBold) return mix(glass, WHITE, 0.82);
  return lightness(glass) >= LIGHT_GLASS ? mix(glass, BLACK, 0.86) : mix(glass, WHITE, 0.92);
}

function paintPattern(ctx: CanvasRenderingContext2D, colour: Rgb, { leaves, rings, isBold }: Pattern): void {
  const strength = isBold ? BOLD : 1;
  for (let ring = 0; ring < rings; ring++) {
    ctx.lineWidth = (0.06 / rings) * (isBold ? BOLD_RING : 1);
    ctx.strokeStyle = css(colour, (0.16 + 0.06 * rings) * strength);
    ctx.beginPath();
    ctx.arc(0, 0, 0.62 + 0.1 * (rings - 1) + 0.09 * ring, 0, 2 * Math.PI);
    ctx.stroke();
  }
  const width = LEAF_WIDTHS[Math.min(leaves, LEAF_WIDTHS.length) - 1] ?? 0;
  const fill = ctx.createLinearGradient(0, -LEAF_FROM, 0, -LEAF_TO);
  fill.addColorStop(0, css(colour, 0.06 * strength));
  fill.addColorStop(1, css(colour, 0.34 * strength));
  ctx.fillStyle = fill;
  for (let leaf = 0; leaf < leaves; leaf++) {
    ctx.rotate((2 * Math.PI) / leaves);
    ctx.beginPath();
    ctx.moveTo(0, -LEAF_FROM);
    ctx.quadraticCurveTo(width, -0.7, 0, -LEAF_TO);
    ctx.quadraticCurveTo(-width, -0.7, 0, -LEAF_FROM);
    ctx.fill();
  }
}
