import { createBubble } from '@popfray/engine';
import { TRON_SKIN } from '@popfray/react';
import type { BattleStore } from '@popfray/react/battle';
import { useEffect, useRef, type ReactElement } from 'react';

/** Pixels of the picture, of which the page shows about half as many: sharp on most displays. */
const WIDTH_PX = 200;
const HEIGHT_PX = 150;

/** px of the field for each of the picture's. */
const SCALE = 800 / WIDTH_PX;

/** Between two pictures of a player, ms; with reduced motion they only keep up. */
const EVERY_MS = 150;
const CALM_EVERY_MS = 1_000;

/** The players' pictures are drawn in different frames, so that none has to bear them all: ms from one to the next. */
const APART_MS = 50;

const BOSS_RING_PX = 3;

/** One for all pictures, which are drawn one after the other. */
const bubble = createBubble();

/** Another player's field, small. Decorative: the score beside it says how the player stands. */
export function Miniature({ store, place }: { readonly store: BattleStore; readonly place: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Drawn by the processor: so small a picture costs the graphics card more to begin than to draw.
    const brush = canvas.current?.getContext('2d', { willReadFrequently: true }) ?? null;
    if (brush === null) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const redraw = (): void => {
      if (!document.hidden) draw(brush, store, place);
    };
    let timer = setTimeout(
      () => {
        timer = setInterval(redraw, isCalm ? CALM_EVERY_MS : EVERY_MS);
      },
      (place * APART_MS) % EVERY_MS,
    );
    // The two kinds of timers share their ids.
    return () => clearInterval(timer);
  }, [store, place]);
  return <canvas ref={canvas} width={WIDTH_PX} height={HEIGHT_PX} aria-hidden="true" className="rival-field" />;
}

function draw(brush: CanvasRenderingContext2D, store: BattleStore, place: number): void {
  brush.clearRect(0, 0, WIDTH_PX, HEIGHT_PX);
  const round = store.opponentRound(place);
  if (round === null) return;
  for (let at = 0; at < round.count; at++) {
    round.bubbleAt(at, bubble);
    const { colours, boss, foreign } = TRON_SKIN;
    brush.beginPath();
    brush.arc(bubble.xPx / SCALE, bubble.yPx / SCALE, bubble.radiusPx / SCALE, 0, 2 * Math.PI);
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
    const left = bubble.health / bubble.fullHealth;
    brush.arc(
      bubble.xPx / SCALE,
      bubble.yPx / SCALE,
      bubble.radiusPx / SCALE,
      -Math.PI / 2,
      (2 * left - 0.5) * Math.PI,
    );
    brush.stroke();
  }
}
