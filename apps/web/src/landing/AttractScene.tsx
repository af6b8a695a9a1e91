import { useEffect, useRef, type ReactElement } from 'react';

/** Points that each bubble shows when it is popped: the smaller, the more. Its size and way are in landing.css. */
const POINTS = [15, 34, 21, 13, 27, 18, 41, 14, 24, 36, 16, 30, 19, 25, 12, 38, 22, 17] as const;

/**
 * Rising bubbles behind the first words: poppable and decorative. They are drawn and moved by the style sheet alone, so that they are
 * there before any script and cost it nothing.
 */
export function AttractScene(): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const pop = ({ target }: PointerEvent): void => bubbleOf(target)?.classList.add('is-popped');
    // The next lap brings another one.
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
