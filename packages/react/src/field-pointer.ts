import type { FieldView } from '@popfray/renderer';
import type { PlayableStore } from './field-store.ts';

/**
 * Plays a store by mouse, pen and any number of fingers on a canvas. What lands outside the field is not a click at
 * all. Returns the function that stops it.
 */
export function playByPointer(canvas: HTMLCanvasElement, view: FieldView, store: PlayableStore): () => void {
  function press(event: PointerEvent): void {
    const { round } = store;
    // The main mouse button, the tip of a pen, or a finger.
    if (round?.phase !== 'running' || event.button !== 0) return;
    const xPx = view.toFieldX(event.clientX);
    const yPx = view.toFieldY(event.clientY);
    const { widthPx, heightPx } = round.rules.field;
    if (!(xPx >= 0 && yPx >= 0 && xPx <= widthPx && yPx <= heightPx)) return;
    view.setTarget(-1);
    store.pop(xPx, yPx);
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
