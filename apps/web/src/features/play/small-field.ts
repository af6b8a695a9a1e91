import { createBubble, type Bubble } from '@popfray/engine';
import type { Skin } from '@popfray/react';

/** The part of a round that is drawn. */
interface DrawnRound {
  readonly count: number;
  bubbleAt(place: number, out: Bubble): Bubble;
}

/** Width of the field for all rules, px. */
const FIELD_PX = 800;

const BOSS_RING_PX = 3;

/** Reused for all drawings, which are synchronous. */
const bubble = createBubble();

/** Draws a round's bubbles as plain discs on a canvas of 4:3 that is `widthPx` wide; without a round only the background. */
export function drawSmallField(
  brush: CanvasRenderingContext2D,
  round: DrawnRound | null,
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
    // The ring of a boss shows its remaining health.
    brush.globalAlpha = 1;
    brush.lineWidth = BOSS_RING_PX;
    brush.strokeStyle = boss.colour;
    brush.beginPath();
    brush.arc(x, y, radius, -Math.PI / 2, (2 * (bubble.health / bubble.fullHealth) - 0.5) * Math.PI);
    brush.stroke();
  }
}
