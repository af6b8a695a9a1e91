import { vi } from 'vitest';

/** Holds back all frames of the page. Returns what lets them come again, beginning with those that were asked for. */
export function holdFrames(): () => void {
  const held: FrameRequestCallback[] = [];
  const spy = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => held.push(callback));
  return () => {
    spy.mockRestore();
    for (const callback of held) requestAnimationFrame(callback);
  };
}
