import { useSyncExternalStore } from 'react';

const QUERY = '(prefers-reduced-motion: reduce)';

function subscribe(notice: () => void): () => void {
  const media = matchMedia(QUERY);
  media.addEventListener('change', notice);
  return () => media.removeEventListener('change', notice);
}

/** Whether the person has asked their system for less motion. */
export const useReducedMotion = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(QUERY).matches,
    () => false,
  );
