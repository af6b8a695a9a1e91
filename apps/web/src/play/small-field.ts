import { createBubble, type Bubble } from '@popfray/engine';
import type { Skin } from '@popfray/react';

/** What is drawn of a round. */
interface Pictured {
  readonly count: number;
  bubbleAt(place: number, out: Bubble): Bubble;
}

/** Width of the field in px, whatever the rules. */
const FIELD_PX = 800;

const BOSS_RING_PX = 3;

/** One for all pictures, which are drawn one after the other. */
const bubble = createBubble();

/** Draws a round's bubbles as plain discs on a canvas of 4:3, `widthPx` wide; nothing but the ground for no round. */
export function drawSmallField(
  brush: CanvasRenderingContext2D,
  round: Pictured | null,
  widthPx: number,
  { colours, boss, foreign }: Pick<Skin, 'colours' | 'boss' | 'foreign'>,
): void {
  brush.clearRect(0, 0, widthPx, (widthPx * 3) / 4);
  if (round === null) return;
  const scale = FIELD_PX / widthPx;
  for (let at = 0; at < round.count; at++) {
    round.bubbleAt(at, bubble);
    const [x, y, radius] = [bubble.xPx / scale, bubble.yPx / scale, bubble.radiusPx / scale];
    brush.beginPath();
    brush.arc(x, y, radius, 0, 2 * Math.PI);
    const colour = bubble.isBoss ? boss.colour : bubble.isForeign ? foreign.colour : colours[bubble.colour];
    brush.globalAlpha = bubble.isBoss ? 0.35 : 0.85;
    brush.fillStyle = colour ?? colours[0];
    brush.fill();
    if (!bubble.isBoss) continue;
    // A boss shows by its ring how much is left of it.
    brush.globalAlpha = 1;
    brush.lineWidth = BOSS_RING_PX;
    brush.strokeStyle = boss.colour;
    brush.beginPath();
    brush.arc(x, y, radius, -Math.PI / 2, (2 * (bubble.health / bubble.fullHealth) - 0.5) * Math.PI);
    brush.stroke();
  }
}
