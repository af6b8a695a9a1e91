import { useSyncExternalStore } from 'react';
import { settings } from './settings.ts';

/** What a system says whose owner wants less motion. */
const LESS = '(prefers-reduced-motion: reduce)';

/** Whether little may move, by the player's choice or else the system's. The one answer for styles, field and pictures. */
export function isMotionReduced(): boolean {
  const { motion } = settings.getState();
  return motion === 'system' ? matchMedia(LESS).matches : motion === 'reduced';
}

/** Calls `notice` whenever that may have changed. Returns the function that stops it. */
export function followMotion(notice: () => void): () => void {
  const system = matchMedia(LESS);
  const stop = settings.subscribe(notice);
  system.addEventListener('change', notice);
  return () => {
    stop();
    system.removeEventListener('change', notice);
  };
}

/** The same for a component. */
export const useReducedMotion = (): boolean => useSyncExternalStore(followMotion, isMotionReduced);
