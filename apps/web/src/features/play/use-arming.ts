import { useLayoutEffect, useState } from 'react';
import { isPlayKey } from './play-key.ts';

/** How long the controls ignore clicks, taps and the play keys, ms. */
const GUARD_MS = 1_500;

/**
 * Whether the controls of an overlay accept input: at once without a guard, otherwise 1.5 s after they appeared and when no pointer is down.
 * The class `overlay-guarded` disables them until then; this hook holds back the play keys.
 */
export function useArming(isGuarded: boolean): boolean {
  const [isArmed, setArmed] = useState(!isGuarded);
  // No key may arrive between the panel and its guard.
  useLayoutEffect(() => {
    if (isArmed) return;
    const down = new Set<number>();
    let isTimeUp = false;
    const arm = (): void => {
      if (isTimeUp && down.size === 0) setArmed(true);
    };
    const timer = setTimeout(() => {
      isTimeUp = true;
      arm();
    }, GUARD_MS);
    const press = ({ pointerId }: PointerEvent): void => void down.add(pointerId);
    const lift = ({ pointerId }: PointerEvent): void => {
      down.delete(pointerId);
      arm();
    };
    const ignoreKeysOfPlay = (event: KeyboardEvent): void => {
      if (isPlayKey(event)) event.preventDefault();
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', lift, true);
    addEventListener('pointercancel', lift, true);
    addEventListener('keydown', ignoreKeysOfPlay);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', lift, true);
      removeEventListener('pointercancel', lift, true);
      removeEventListener('keydown', ignoreKeysOfPlay);
    };
  }, [isArmed]);
  return isArmed;
}
