import { useEffect, useState, type RefObject } from 'react';

/** Whether an element is within `marginPx` of the viewport. False before it is known. */
export function useInView(element: RefObject<Element | null>, marginPx = 0): boolean {
  const [isInSight, setInSight] = useState(false);
  useEffect(() => {
    const { current } = element;
    if (current === null) return;
    // A busy page gets several entries in one call, oldest first; only the last one is current.
    const sight = new IntersectionObserver((entries) => setInSight(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${String(marginPx)}px`,
    });
    sight.observe(current);
    return () => sight.disconnect();
  }, [element, marginPx]);
  return isInSight;
}
