import type { BattleStore } from '@popfray/react/battle';
import { useEffect, useRef, type ReactElement } from 'react';
import { drawSmallField } from '../play/small-field.ts';
import { isMotionReduced } from '../settings/motion.ts';
import { skinOf } from '../settings/palette.ts';
import { settings } from '../settings/settings.ts';

/** Pixels of the picture, of which the page shows about half as many: sharp on most displays. */
const WIDTH_PX = 200;
const HEIGHT_PX = 150;

/** Between two pictures of a player, ms; with reduced motion they only keep up. */
const EVERY_MS = 150;
const CALM_EVERY_MS = 1_000;

/** The players' pictures are drawn in different frames, so that none has to bear them all: ms from one to the next. */
const APART_MS = 50;

/** Another player's field, small. Decorative: the score beside it says how the player stands. */
export function Miniature({ store, place }: { readonly store: BattleStore; readonly place: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Drawn by the processor: so small a picture costs the graphics card more to begin than to draw.
    const brush = canvas.current?.getContext('2d', { willReadFrequently: true }) ?? null;
    if (brush === null) return;
    const isCalm = isMotionReduced();
    const redraw = (): void => {
      if (document.hidden) return;
      drawSmallField(brush, store.opponentRound(place), WIDTH_PX, skinOf(settings.getState().palette));
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
