import { FIELD, type FieldView } from '@popfray/renderer';
import { UPDATE_PRIORITY, type Ticker } from 'pixi.js';
import { CursorMotion } from './cursor-motion.ts';
import { reportOf, type CursorReport } from './cursor-report.ts';
import type { PlayableStore } from './field-store.ts';

/** Least time between two reports, ms: a screen reader can say one to its end. */
const REPORT_MS = 900;

/** The held arrow keys as bits. */
const [LEFT, RIGHT, UP, DOWN] = [1, 2, 4, 8] as const;
const ARROWS: Readonly<Record<string, number>> = { ArrowLeft: LEFT, ArrowRight: RIGHT, ArrowUp: UP, ArrowDown: DOWN };

/**
 * Plays a store by a cursor that the arrow keys of a focused canvas move at limited speed; Space and Enter click where it was drawn last.
 * Escape gives the focus back; Tab is the browser's. Keys mean this only while a round runs. `report` receives what the cursor is at,
 * when that changes, at most once in 0.9 s. Returns the function that stops it.
 */
export function playByCursor(
  canvas: HTMLCanvasElement,
  view: FieldView,
  store: PlayableStore,
  ticker: Ticker,
  report: (report: CursorReport) => void,
): () => void {
  const cursor = new CursorMotion(FIELD.widthPx, FIELD.heightPx);
  let held = 0;
  /** Keys that were released since the last frame: a short press moves the cursor for one frame. */
  let released = 0;
  let sinceReportMs = REPORT_MS;
  let reported: CursorReport | null = null;

  function press(event: KeyboardEvent): void {
    const { round } = store;
    if (round?.phase !== 'running' || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Escape') {
      canvas.blur();
      return;
    }
    const arrow = ARROWS[event.key] ?? 0;
    const isTrigger = event.key === ' ' || event.key === 'Enter';
    if (arrow === 0 && !isTrigger) return;
    event.preventDefault();
    const isShown = view.cursor !== null;
    if (!isShown) {
      view.setCursor(cursor);
      reported = null;
    }
    if (arrow !== 0) {
      held |= arrow;
      released &= ~arrow;
    } else if (isShown && !event.repeat) {
      store.point?.({ atMs: null, xPx: cursor.xPx, yPx: cursor.yPx, device: 'keyboard' });
      store.pop(cursor.xPx, cursor.yPx);
    }
  }

  function release(event: KeyboardEvent): void {
    released |= ARROWS[event.key] ?? 0;
  }

  function leave(): void {
    view.setCursor(null);
    held = 0;
    released = 0;
  }

  function move(frames: Ticker): void {
    const { round } = store;
    if (round === null || view.cursor === null) return;
    cursor.advance(frames.elapsedMS, axis(held, LEFT, RIGHT), axis(held, UP, DOWN));
    held &= ~released;
    released = 0;
    sinceReportMs += frames.elapsedMS;
    if (sinceReportMs < REPORT_MS) return;
    const current = reportOf(round, cursor.xPx, cursor.yPx);
    if (current === reported) return;
    sinceReportMs = 0;
    reported = current;
    report(current);
  }

  canvas.addEventListener('keydown', press);
  canvas.addEventListener('keyup', release);
  canvas.addEventListener('blur', leave);
  // Before the field is drawn.
  ticker.add(move, null, UPDATE_PRIORITY.HIGH);
  return () => {
    canvas.removeEventListener('keydown', press);
    canvas.removeEventListener('keyup', release);
    canvas.removeEventListener('blur', leave);
    // The ticker of an application that ended first has no listeners any more.
    ticker.remove(move, null);
    view.setCursor(null);
  };
}

/** -1, 0 or 1: which of two opposite keys is held. Both together cancel out. */
const axis = (held: number, back: number, forth: number): number =>
  ((held & forth) === 0 ? 0 : 1) - ((held & back) === 0 ? 0 : 1);
