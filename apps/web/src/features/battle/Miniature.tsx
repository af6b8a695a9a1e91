import type { BattleStore } from '@popfray/react/battle';
import { useEffect, useRef, type ReactElement } from 'react';
import { drawSmallField } from '../play/index.ts';
import { isMotionReduced } from '../../data/settings/motion.ts';
import { skinOf } from '../../data/settings/palette.ts';
import { settings } from '../../data/settings/settings.ts';

/** Size of the canvas in pixels, twice the size on the page: sharp on most displays. */
const WIDTH_PX = 200;
const HEIGHT_PX = 150;

/** Interval between two drawings of a player, ms; the second with reduced motion. */
const REDRAW_MS = 150;
const REDUCED_REDRAW_MS = 1_000;

/** Time offset between the players' drawings, ms, so that they are in different frames. */
const OFFSET_MS = 50;

/** Small picture of another player's field. Decorative: the score is beside it. */
export function Miniature({
  store,
  place,
  className,
}: {
  readonly store: BattleStore;
  readonly place: number;
  /** Utilities of its width. */
  readonly className: string;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // Drawn on the CPU: for so small a canvas that is cheaper than the GPU.
    const brush = canvas.current?.getContext('2d', { willReadFrequently: true }) ?? null;
    if (brush === null) return;
    const isCalm = isMotionReduced();
    const redraw = (): void => {
      if (document.hidden) return;
      drawSmallField(brush, store.opponentRound(place), WIDTH_PX, skinOf(settings.getState().palette));
    };
    let timer = setTimeout(
      () => {
        timer = setInterval(redraw, isCalm ? REDUCED_REDRAW_MS : REDRAW_MS);
      },
      (place * OFFSET_MS) % REDRAW_MS,
    );
    // Timeouts and intervals share their ids.
    return () => clearInterval(timer);
  }, [store, place]);
  return (
    <canvas
      ref={canvas}
      width={WIDTH_PX}
      height={HEIGHT_PX}
      aria-hidden="true"
      className={`aspect-4/3 shrink-0 rounded-lg bg-ink ${className}`}
    />
  );
}
