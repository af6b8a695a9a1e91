import type { FieldView } from '@popfray/renderer';
import type { PlayableStore } from './field-store.ts';
import { helpClick, type FieldPoint } from './near-miss.ts';

/**
 * Plays a store by mouse, pen and any number of fingers on a canvas. What lands outside the field is not a click at
 * all. `reachOf` tells how near a miss counts for the nearest bubble, px; 0 for no such help. Returns the function that stops it.
 */
export function playByPointer(
  canvas: HTMLCanvasElement,
  view: FieldView,
  store: PlayableStore,
  reachOf: () => number,
): () => void {
  const click: FieldPoint = { xPx: 0.5, yPx: 0.5 };

  function press(event: PointerEvent): void {
    const { round } = store;
    // The main mouse button, the tip of a pen, or a finger.
    if (round?.phase !== 'running' || event.button !== 0) return;
    const xPx = view.toFieldX(event.clientX);
    const yPx = view.toFieldY(event.clientY);
    const { widthPx, heightPx } = round.rules.field;
    if (!(xPx >= 0 && yPx >= 0 && xPx <= widthPx && yPx <= heightPx)) return;
    view.setTarget(-1);
    view.setCursor(null);
    click.xPx = xPx;
    click.yPx = yPx;
    helpClick(round, click, reachOf());
    store.pop(click.xPx, click.yPx);
  }

  /** A finger that rests on a running field asks for no menu. */
  function refuseMenu(event: Event): void {
    if (store.round?.phase === 'running') event.preventDefault();
  }

  canvas.addEventListener('pointerdown', press);
  canvas.addEventListener('contextmenu', refuseMenu);
  return () => {
    canvas.removeEventListener('pointerdown', press);
    canvas.removeEventListener('contextmenu', refuseMenu);
  };
}
