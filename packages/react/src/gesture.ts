/** Events that may be a person's first gesture on a page. */
const GESTURES = ['pointerdown', 'pointerup', 'keydown'] as const;

/** Whether the browser tells what it takes for a gesture; older ones do not. */
const asksBrowser = (): boolean => 'userActivation' in navigator;

/**
 * Calls `act` once, after the first click, touch or key press on the page: at once if there was one already. Browsers allow
 * sound only from then on. Returns a function that cancels it.
 */
export function afterFirstGesture(act: () => void): () => void {
  if (asksBrowser() && navigator.userActivation.hasBeenActive) {
    act();
    return () => {};
  }
  const cancel = (): void => {
    for (const type of GESTURES) removeEventListener(type, notice, true);
  };
  const notice = (): void => {
    // A finger's pointerdown and the Escape key are not gestures to a browser.
    if (asksBrowser() && !navigator.userActivation.isActive) return;
    cancel();
    act();
  };
  for (const type of GESTURES) addEventListener(type, notice, true);
  return cancel;
}
