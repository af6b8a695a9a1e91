import { BLACK, css, mix, WHITE, type Rgb } from './colour.ts';
import { clipToBall, fillDisc, inRadii, LIGHT, paintGlow, paintHighlight, paintRim } from './light.ts';

/** Corners of the inner facets. */
const FACETS = 9;

/** A point in radii at a corner of the facets, the first at the top. */
function corner(index: number, radius: number): readonly [x: number, y: number] {
  const angle = (index / FACETS) * 2 * Math.PI - Math.PI / 2;
  return [Math.cos(angle) * radius, Math.sin(angle) * radius];
}

/** Paints a boss around (x, y): a cut stone whose dark heart glows towards its edge, like no bubble. */
export function paintBossTexture(
  ctx: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: Rgb,
): void {
  inRadii(ctx, x, y, radius, () => {
    paintGlow(ctx, colour, 0.6);
    ctx.save();
    clipToBall(ctx);
    const body = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
    body.addColorStop(0, css(mix(colour, BLACK, 0.86)));
    body.addColorStop(0.5, css(mix(colour, BLACK, 0.74)));
    body.addColorStop(0.76, css(mix(colour, BLACK, 0.42)));
    body.addColorStop(0.93, css(colour));
    body.addColorStop(1, css(mix(colour, WHITE, 0.5)));
    fillDisc(ctx, 1, body);
    paintFacets(ctx, mix(colour, WHITE, 0.5));
    paintRim(ctx, colour, 0.6);
    ctx.restore();
    paintHighlight(ctx);
  });
}

/** Facets that face the light are brighter. */
function paintFacets(ctx: CanvasRenderingContext2D, colour: Rgb): void {
  ctx.lineWidth = 0.016;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = css(colour, 0.28);
  for (let facet = 0; facet < FACETS; facet++) {
    ctx.beginPath();
    ctx.moveTo(...corner(facet, 0.56));
    ctx.lineTo(...corner(facet + 0.5, 0.97));
    ctx.lineTo(...corner(facet + 1, 0.56));
    ctx.closePath();
    const [x, y] = corner(facet + 0.5, 1);
    const facing = (x * LIGHT.x + y * LIGHT.y) / Math.hypot(LIGHT.x, LIGHT.y);
    ctx.fillStyle = css(colour, 0.1 + 0.14 * (facing + 1));
    ctx.fill();
    ctx.stroke();
  }
}
