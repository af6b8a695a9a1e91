import { useRootMark } from '../../ui/root-mark.ts';

/** Marks the page while a screen with a field is mounted: its header, footer and toasts have other places then. */
export function usePlayMarks({ isActive = false, isRunning = false } = {}): void {
  useRootMark('play');
  useRootMark('play-active', isActive);
  useRootMark('play-running', isRunning);
}
