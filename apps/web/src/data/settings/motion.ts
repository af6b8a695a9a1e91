import { useSyncExternalStore } from 'react';
import { settings } from './settings.ts';

/** Media query of the system's setting. */
const REDUCED_MOTION = '(prefers-reduced-motion: reduce)';

/** Whether motion is reduced, by the player's setting or else the system's. Styles, field and pictures all use this. */
export function isMotionReduced(): boolean {
  const { motion } = settings.getState();
  return motion === 'system' ? matchMedia(REDUCED_MOTION).matches : motion === 'reduced';
}

/** Calls `notice` whenever that may have changed. Returns the function that unsubscribes. */
export function subscribeToMotion(notice: () => void): () => void {
  const system = matchMedia(REDUCED_MOTION);
  const stop = settings.subscribe(notice);
  system.addEventListener('change', notice);
  return () => {
    stop();
    system.removeEventListener('change', notice);
  };
}

/** The same for a component. */
export const useReducedMotion = (): boolean => useSyncExternalStore(subscribeToMotion, isMotionReduced, () => false);
