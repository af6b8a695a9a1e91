import { useRootMark } from '../../ui/root-mark.ts';

/**
 * Marks the page while a screen with a field is mounted. The places of its header, its footer and its toasts depend on that, and the layout
 * of upright phones and of full screen on whether there is a round (`isActive`) and whether its time runs (`isRunning`). A result has the layout
 * from before the round: it may be taller than the field, and should not begin in the middle of the screen.
 */
export function usePlayMarks({ isActive = false, isRunning = false } = {}): void {
  useRootMark('play');
  useRootMark('play-active', isActive);
  useRootMark('play-running', isRunning);
}
