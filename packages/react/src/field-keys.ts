import { createBubble, type Bubble } from '@popfray/engine';
import type { FieldView } from '@popfray/renderer';
import { findBubble, findNearest, findNextBorn, findTowards, type Direction } from './bubble-search.ts';
import type { PlayableStore } from './field-store.ts';

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/**
 * Plays a store by the keys of a focused canvas: arrows and Tab move the target, Space and Enter pop it, Escape gives
 * the focus back. Keys mean this only while a round runs; otherwise Tab and the others do what they always do.
 * Returns the function that stops it.
 */
export function playByKeys(canvas: HTMLCanvasElement, view: FieldView, store: PlayableStore): () => void {
  const target: Bubble = createBubble();
  /** Where the last target was: the next one is looked for from here. NaN before there was any. */
  let xPx = Number.NaN;
  let yPx = Number.NaN;

  function press(event: KeyboardEvent): void {
    const { round } = store;
    if (round?.phase !== 'running' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      canvas.blur();
      return;
    }
    const direction = DIRECTIONS[event.key];
    const isTab = event.key === 'Tab';
    const isTrigger = event.key === ' ' || event.key === 'Enter';
    if (direction === undefined && !isTab && !isTrigger) return;
    event.preventDefault();

    const hasTarget = findBubble(round, view.target, target);
    if (hasTarget) {
      xPx = target.xPx;
      yPx = target.yPx;
    } else if (Number.isNaN(xPx)) {
      xPx = round.rules.field.widthPx / 2;
      yPx = round.rules.field.heightPx / 2;
    }
    if (isTrigger) {
      // A key held down is one pop.
      if (hasTarget && !event.repeat) trigger();
      else if (!hasTarget) view.setTarget(findNearest(round, xPx, yPx));
    } else if (!hasTarget) {
      view.setTarget(findNearest(round, xPx, yPx));
    } else {
      const next =
        direction === undefined
          ? findNextBorn(round, target.id, event.shiftKey ? -1 : 1)
          : findTowards(round, xPx, yPx, direction);
      if (next >= 0) view.setTarget(next);
    }
  }

  /** Clicks the target's centre, or the nearest point of the field to it, and moves to the next one if it is popped. */
  function trigger(): void {
    const { round } = store;
    if (round === null) return;
    const { widthPx, heightPx } = round.rules.field;
    store.point?.({ atMs: null, xPx, yPx, device: 'keyboard' });
    store.pop(Math.min(Math.max(xPx, 0), widthPx), Math.min(Math.max(yPx, 0), heightPx));
    if (!findBubble(round, target.id, target)) view.setTarget(findNearest(round, xPx, yPx));
  }

  function leave(): void {
    view.setTarget(-1);
  }

  canvas.addEventListener('keydown', press);
  canvas.addEventListener('blur', leave);
  return () => {
    canvas.removeEventListener('keydown', press);
    canvas.removeEventListener('blur', leave);
  };
}
