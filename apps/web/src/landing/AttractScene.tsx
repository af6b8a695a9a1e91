import { useEffect, useRef, type ReactElement } from 'react';
import { createAttract } from './attract.ts';

/** The moment at which the scene stands still when motion is not wanted, ms. */
const STILL_MS = 20_000;

/** Sharper than this costs more than it shows. */
const MAX_DENSITY = 1.5;

/** Rising bubbles behind the first words: poppable, decorative, asleep when out of sight or unwanted. */
export function AttractScene({ className }: { readonly className?: string }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return;

    const scene = createAttract(context);
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let request = 0;
    let isSeen = true;

    const frame = (nowMs: number): void => {
      scene.draw(nowMs + STILL_MS);
      request = requestAnimationFrame(frame);
    };
    const go = (): void => {
      cancelAnimationFrame(request);
      if (calm.matches) scene.draw(STILL_MS);
      else if (isSeen) request = requestAnimationFrame(frame);
    };
    const pop = (event: PointerEvent): void => {
      if (calm.matches) return;
      const box = element.getBoundingClientRect();
      scene.pop(event.clientX - box.left, event.clientY - box.top, performance.now() + STILL_MS);
    };

    const sizes = new ResizeObserver(() => {
      scene.resize(element.clientWidth, element.clientHeight, Math.min(devicePixelRatio, MAX_DENSITY));
      go();
    });
    const sight = new IntersectionObserver(([entry]) => {
      isSeen = entry?.isIntersecting ?? true;
      go();
    });
    sizes.observe(element);
    sight.observe(element);
    element.addEventListener('pointerdown', pop);
    calm.addEventListener('change', go);
    return () => {
      cancelAnimationFrame(request);
      sizes.disconnect();
      sight.disconnect();
      element.removeEventListener('pointerdown', pop);
      calm.removeEventListener('change', go);
    };
  }, []);

  return <canvas ref={canvas} aria-hidden="true" className={className} />;
}
