import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { isMotionReduced } from '../../data/settings/motion.ts';

/** How long a figure counts, ms. */
const COUNT_MS = 900;

/** A figure that counts from 0 to its value, slower towards the end; at once under reduced motion. React renders it once. */
export function CountUp({
  value,
  show,
}: {
  readonly value: number;
  /** Formats a value on the way and at the end. */
  readonly show: (value: number) => string;
}): ReactElement {
  const host = useRef<HTMLSpanElement>(null);
  const latest = useRef(show);
  useLayoutEffect(() => {
    latest.current = show;
  });
  useLayoutEffect(() => {
    const element = host.current;
    if (element === null || isMotionReduced()) return;
    let frame = 0;
    let startMs: number | null = null;
    const count = (nowMs: number): void => {
      startMs ??= nowMs;
      const left = 1 - Math.min((nowMs - startMs) / COUNT_MS, 1);
      element.textContent = latest.current(Math.floor(value * (1 - left ** 3)));
      if (left > 0) frame = requestAnimationFrame(count);
      else element.textContent = latest.current(value);
    };
    frame = requestAnimationFrame(count);
    return () => {
      cancelAnimationFrame(frame);
      element.textContent = latest.current(value);
    };
  }, [value]);
  return <span ref={host}>{show(value)}</span>;
}
