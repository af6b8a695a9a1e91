import type { PlaybackStore } from '@popfray/react';
import { useEffect, useRef, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { TRAIL_PARTS, trailAt, type Ring, type TracedRound } from './path-trail.ts';

/** Most rings that are drawn at a time: the rules allow ten clicks a second. */
const RINGS = 8;
const PARTS = Array.from({ length: TRAIL_PARTS }, (_, at) => at);
const PLACES = Array.from({ length: RINGS }, (_, at) => at);

/**
 * The pointer's path over the field of a replay: its last second as a line that fades, the pointer as a dot, and clicks and contacts as rings. A quiet one has
 * only the dot and the contacts. It follows the time of the round frame by frame without React.
 */
export function PathPlayback({
  store,
  round: traced,
  isMotionReduced = false,
}: {
  readonly store: PlaybackStore;
  readonly round: TracedRound;
  /** Whether line and rings of clicks are left out: for reduced motion. */
  readonly isMotionReduced?: boolean;
}): ReactElement {
  const t = useTranslations('replay.path');
  const host = useRef<SVGSVGElement>(null);
  useEffect(() => {
    const svg = host.current;
    if (svg === null) return;
    let drawnMs = -1;
    let frame = 0;
    const follow = (): void => {
      const timeMs = store.round?.timeMs ?? 0;
      if (timeMs !== drawnMs) draw(svg, traced, timeMs, isMotionReduced);
      drawnMs = timeMs;
      frame = requestAnimationFrame(follow);
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [store, traced, isMotionReduced]);
  const { pointer, clicks, touches } = traced;
  return (
    <svg
      ref={host}
      viewBox="0 0 800 600"
      role="img"
      aria-label={t('label', { samples: pointer.ms.length + touches.ms.length, clicks: clicks.ms.length })}
      className="pointer-events-none z-10 size-full fill-none"
    >
      {PARTS.map((part) => (
        <path
          key={part}
          data-part={part}
          className="stroke-text"
          strokeWidth="2.5"
          strokeLinejoin="round"
          strokeLinecap="round"
          opacity={(part + 1) / TRAIL_PARTS}
        />
      ))}
      {PLACES.map((place) => (
        <circle key={place} data-click={place} r="13" className="stroke-caution" strokeWidth="3" visibility="hidden" />
      ))}
      {PLACES.map((place) => (
        <circle
          key={place}
          data-touch={place}
          r="20"
          className="stroke-good"
          strokeWidth="2"
          strokeDasharray="5 4"
          visibility="hidden"
        />
      ))}
      <circle data-pointer="" r="5" className="fill-text stroke-ink" strokeWidth="1.5" visibility="hidden" />
    </svg>
  );
}

function draw(svg: SVGSVGElement, traced: TracedRound, timeMs: number, isMotionReduced: boolean): void {
  const { pointer, parts, clicks, touches } = trailAt(traced, timeMs);
  for (const [part, line] of parts.entries())
    svg.querySelector(`[data-part="${String(part)}"]`)?.setAttribute('d', isMotionReduced ? '' : line);
  drawRings(svg, 'click', isMotionReduced ? [] : clicks);
  drawRings(svg, 'touch', touches);
  drawCircle(svg.querySelector('[data-pointer]'), pointer === null ? undefined : { ...pointer, age: 0 });
}

function drawRings(svg: SVGSVGElement, kind: 'click' | 'touch', rings: readonly Ring[]): void {
  for (const place of PLACES) drawCircle(svg.querySelector(`[data-${kind}="${String(place)}"]`), rings[place]);
}

function drawCircle(circle: Element | null, ring: Ring | undefined): void {
  circle?.setAttribute('visibility', ring === undefined ? 'hidden' : 'visible');
  if (ring === undefined) return;
  circle?.setAttribute('cx', ring.xPx.toFixed(1));
  circle?.setAttribute('cy', ring.yPx.toFixed(1));
  circle?.setAttribute('opacity', (1 - ring.age).toFixed(2));
}
