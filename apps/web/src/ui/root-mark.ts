import { useLayoutEffect } from 'react';

/** What the style of the whole page depends on: each is an attribute of the root element, `data-` and its name. */
export type RootMark = 'play' | 'play-active' | 'play-running' | 'battle' | 'payments' | 'menu' | 'dialog';

/** How many mounted components ask for each mark. */
const counts = new Map<RootMark, number>();

const attributeOf = (mark: RootMark): string => `data-${mark}`;

/**
 * Marks the root element while a component is mounted and `isOn`. The selector `:root:has()` would need no script, but with it the browser
 * computes the styles of the whole page again whenever an element is added or removed anywhere, which takes longer than a frame.
 */
export function useRootMark(mark: RootMark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return;
    changeCount(mark, 1);
    return () => changeCount(mark, -1);
  }, [mark, isOn]);
}

/** Removes the marks of a prerendered page whose screen was not mounted. */
export function removePrerenderedMarks(): void {
  if (!counts.has('play')) document.documentElement.removeAttribute(attributeOf('play'));
}

function changeCount(mark: RootMark, change: 1 | -1): void {
  const count = (counts.get(mark) ?? 0) + change;
  if (count > 0) counts.set(mark, count);
  else counts.delete(mark);
  document.documentElement.toggleAttribute(attributeOf(mark), count > 0);
}
