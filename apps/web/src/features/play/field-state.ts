import { createStore } from 'zustand/vanilla';

/** Whether the page's field is ready to show a round without a late frame. A page has one field at most. */
export const fieldState = createStore(() => ({ isReady: false }));

/** Frames that a new field draws before it is ready: the first ones upload its pictures. */
const FIRST_FRAMES = 2;

/** Notes that the field has begun to draw. Returns what is to be called when it is removed. */
export function noteField(): () => void {
  let frame = 0;
  const draw = (left: number): void => {
    if (left === 0) fieldState.setState({ isReady: true });
    else frame = requestAnimationFrame(() => draw(left - 1));
  };
  draw(FIRST_FRAMES);
  return () => {
    cancelAnimationFrame(frame);
    fieldState.setState({ isReady: false });
  };
}

/** Calls back once when the field is ready, never synchronously. Returns what takes that back. */
export function whenFieldReady(handle: () => void): () => void {
  const stop = (): void => {
    clearTimeout(task);
    unsubscribe();
  };
  const look = (): void => {
    if (!fieldState.getState().isReady) return;
    stop();
    handle();
  };
  const unsubscribe = fieldState.subscribe(look);
  // It may have become ready since the caller looked.
  const task = setTimeout(look);
  return stop;
}
