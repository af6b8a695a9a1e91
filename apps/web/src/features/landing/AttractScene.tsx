import { useEffect, useRef, type ReactElement } from 'react';

/** Points shown when a bubble is popped: the smaller the bubble, the more. Size and path are in landing.css. */
const POINTS = [15, 34, 21, 13, 27, 18, 41, 14, 24, 36, 16, 30, 19, 25, 12, 38, 22, 17] as const;

/**
 * Rising bubbles behind the heading, which can be popped. Decorative. They are drawn and animated by the style sheet alone, so that they
 * are visible before any script and cost it no time.
 */
export function AttractScene(): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const pop = ({ target }: PointerEvent): void => bubbleOf(target)?.classList.add('is-popped');
    // The next iteration of the animation shows a new bubble.
    const renew = ({ target }: AnimationEvent): void =>
      void (target instanceof Element && target.firstElementChild?.classList.remove('is-popped'));
    current.addEventListener('pointerdown', pop);
    current.addEventListener('animationiteration', renew);
    return () => {
      current.removeEventListener('pointerdown', pop);
      current.removeEventListener('animationiteration', renew);
    };
  }, []);
  return (
    <div ref={host} aria-hidden="true" className="hero-scene">
      {POINTS.map((points) => (
        <span key={points} className="hero-lane">
          <span className="hero-bubble" data-points={`+${String(points)}`} />
        </span>
      ))}
    </div>
  );
}

const bubbleOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('.hero-bubble') : null;
