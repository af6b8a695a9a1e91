import type { FieldView } from '@popfray/renderer';
import type { PathDevice } from '@popfray/protocol/battle';
import type { PlayableStore } from './field-store.ts';
import { helpClick, type FieldPoint } from './near-miss.ts';

/** Devices by the type of a pointer; a browser that does not know the type says nothing. */
const DEVICES: Readonly<Record<string, PathDevice>> = { mouse: 'mouse', pen: 'pen', touch: 'touch' };

/**
 * Plays a store by mouse, pen and any number of fingers on a canvas. What lands outside the field is not a click at
 * all. A store that records the pointer's path receives every place of mouse and pen, also those between two frames, and every contact of a finger.
 * `reachOf` tells how near a miss counts for the nearest bubble, px; 0 for no such help. Returns the function that stops it.
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
    report(event, true);
    click.xPx = xPx;
    click.yPx = yPx;
    helpClick(round, click, reachOf());
    store.pop(click.xPx, click.yPx);
  }

  /** Reports movements of mouse and pen. Fingers are reported when they touch. */
  function move(event: PointerEvent): void {
    if (store.point === undefined || store.round?.phase !== 'running' || event.pointerType === 'touch') return;
    // Some browsers report no places between two frames.
    const places = 'getCoalescedEvents' in event ? event.getCoalescedEvents() : [];
    if (places.length === 0) report(event, false);
    for (const place of places) report(place, false);
  }

  function report(event: PointerEvent, isPress: boolean): void {
    const { clientX, clientY, width, height, timeStamp, pointerType } = event;
    const isContact = isPress && pointerType === 'touch';
    store.point?.({
      atMs: isContact ? null : timeStamp,
      xPx: view.toFieldX(clientX),
      yPx: view.toFieldY(clientY),
      device: DEVICES[pointerType] ?? 'mouse',
      radiusPx: isContact ? Math.max(width, height) / 2 : 0,
      isPress,
    });
  }

  /** A finger that rests on a running field asks for no menu. */
  function refuseMenu(event: Event): void {
    if (store.round?.phase === 'running') event.preventDefault();
  }

  canvas.addEventListener('pointerdown', press);
  canvas.addEventListener('pointermove', move);
  canvas.addEventListener('contextmenu', refuseMenu);
  return () => {
    canvas.removeEventListener('pointerdown', press);
    canvas.removeEventListener('pointermove', move);
    canvas.removeEventListener('contextmenu', refuseMenu);
  };
}
