/** Size of a sprite, px: it is drawn at up to this size. */
const SPRITE_PX = 192;

/** Sprites of glass bubbles by their colour, baked when they are first needed. */
export class BubbleSprites {
  readonly #sprites = new Map<string, HTMLCanvasElement>();

  of(colour: string): HTMLCanvasElement {
    const known = this.#sprites.get(colour);
    if (known !== undefined) return known;
    const sprite = bake(colour);
    this.#sprites.set(colour, sprite);
    return sprite;
  }
}

/** A disc that is clear in the middle and dense at the rim, with a highlight: as the bubbles of `landing.css`. */
function bake(colour: string): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SPRITE_PX;
  const brush = canvas.getContext('2d');
  if (brush === null) return canvas;
  const r = SPRITE_PX / 2;
  const glass = brush.createRadialGradient(r, r * 0.92, 0, r, r, r);
  for (const [at, alpha] of [
    [0.2, 0.08],
    [0.7, 0.26],
    [0.93, 0.72],
    [1, 0.92],
  ] as const)
    glass.addColorStop(at, withAlpha(colour, alpha));
  brush.fillStyle = glass;
  brush.beginPath();
  brush.arc(r, r, r - 1, 0, 2 * Math.PI);
  brush.fill();
  brush.translate(r * 0.66, r * 0.54);
  brush.rotate(-0.7);
  brush.scale(1, 0.57);
  const highlight = brush.createRadialGradient(0, 0, 0, 0, 0, r * 0.3);
  highlight.addColorStop(0, 'rgb(255 255 255 / 0.9)');
  highlight.addColorStop(1, 'rgb(255 255 255 / 0)');
  brush.fillStyle = highlight;
  brush.fillRect(-r, -r, 2 * r, 2 * r);
  return canvas;
}

/** A colour `#rrggbb` with an opacity. */
const withAlpha = (colour: string, alpha: number): string =>
  `${colour}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
