import { useEffect, useRef, useState, type ReactElement } from 'react';
import { useLocation } from 'wouter';
import { FREE_PLAY_NOW } from '../../data/paths.ts';
import { useReducedMotion } from '../../data/settings/motion.ts';
import { useAfterLoad } from '../../data/api/use-after-load.ts';
import { AttractReplay } from '../attract/index.ts';
import { LazyPart } from '../errors/index.ts';

/** Least width of a page with a replay in its hero, px: on narrower ones the heading covers it. */
const LEAST_WIDTH_PX = 768;

/** Share of the hero's width, from the left, that its text takes. */
const TEXT_SHARE = 0.36;

/**
 * The bubbles: the points shown when one is popped, and its colour, size in px of a wide screen, seconds of a rise, and place across and along
 * its path, %. The smaller a bubble, the more points. They are utilities, because the security policy forbids style attributes in the page's HTML.
 */
const LANES = [
  [15, '[--c:#ff5a68] [--s:143] [--t:12.4] [--x:4] [--y:7]'],
  [34, '[--c:#ffb84d] [--s:63] [--t:19.7] [--x:58] [--y:50]'],
  [21, '[--c:#d7e36b] [--s:102] [--t:17.8] [--x:25] [--y:93]'],
  [13, '[--c:#2dd4a7] [--s:150] [--t:13.4] [--x:79] [--y:36]'],
  [27, '[--c:#ff8fc4] [--s:80] [--t:20.5] [--x:46] [--y:80]'],
  [18, '[--c:#a78bff] [--s:119] [--t:17.8] [--x:12] [--y:23]'],
  [41, '[--c:#5cc8ff] [--s:52] [--t:13.6] [--x:66] [--y:66]'],
  [14, '[--c:#ff5a68] [--s:150] [--t:21.5] [--x:33] [--y:9]'],
  [24, '[--c:#ffb84d] [--s:90] [--t:18.9] [--x:87] [--y:52]'],
  [36, '[--c:#d7e36b] [--s:60] [--t:16.4] [--x:53] [--y:95]'],
  [16, '[--c:#2dd4a7] [--s:134] [--t:11.3] [--x:20] [--y:39]'],
  [30, '[--c:#ff8fc4] [--s:72] [--t:18.9] [--x:74] [--y:82]'],
  [19, '[--c:#a78bff] [--s:113] [--t:15.3] [--x:41] [--y:25]'],
  [25, '[--c:#5cc8ff] [--s:86] [--t:14.4] [--x:7] [--y:68]'],
  [12, '[--c:#ff5a68] [--s:150] [--t:21.1] [--x:61] [--y:11]'],
  [38, '[--c:#ffb84d] [--s:57] [--t:16.1] [--x:28] [--y:54]'],
  [22, '[--c:#d7e36b] [--s:98] [--t:15.9] [--x:82] [--y:98]'],
  [17, '[--c:#2dd4a7] [--s:126] [--t:22.9] [--x:49] [--y:41]'],
] as const;

/**
 * Rising bubbles behind the heading: a click on one starts a round. Decorative. They are drawn and animated by the style sheet alone, so that they
 * are visible before any script and cost it no time. When the page has loaded and the device is fast, a replay of a top round takes their place.
 */
export function AttractScene(): ReactElement {
  const host = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const isAfterLoad = useAfterLoad();
  const isReduced = useReducedMotion();
  const isWanted = isAfterLoad && !isReduced && innerWidth >= LEAST_WIDTH_PX;
  const [isStarted, setStarted] = useState(false);
  const isReplay = isWanted && isStarted;
  const start = (): void => navigate(FREE_PLAY_NOW);
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const pop = ({ target }: PointerEvent): void => bubbleOf(target)?.classList.add('is-popped');
    // The next iteration of the animation shows a new bubble.
    const renew = ({ target }: AnimationEvent): void =>
      void (target instanceof Element && target.firstElementChild?.classList.remove('is-popped'));
    // A click, because a press may begin to scroll the page.
    const play = ({ target }: MouseEvent): void => {
      if (bubbleOf(target) !== null) navigate(FREE_PLAY_NOW);
    };
    current.addEventListener('pointerdown', pop);
    current.addEventListener('click', play);
    current.addEventListener('animationiteration', renew);
    return () => {
      current.removeEventListener('pointerdown', pop);
      current.removeEventListener('click', play);
      current.removeEventListener('animationiteration', renew);
    };
  }, [navigate]);
  return (
    <div
      ref={host}
      aria-hidden="true"
      className="hero-scene absolute inset-0 -z-1 overflow-hidden [--from:0] [--span:1] [--unit:0.62px] [container-type:size] [touch-action:pan-y] after:pointer-events-none after:absolute after:inset-0 after:bg-[linear-gradient(to_bottom,var(--color-ink)_42%,transparent_68%)] after:content-[''] md:[--from:36] md:[--span:0.64] md:[--unit:1px] md:after:bg-[linear-gradient(to_right,var(--color-ink)_42%,transparent_66%)]"
    >
      {LANES.map(([points, lane]) => (
        <span
          key={points}
          // The place without animation is for reduced motion.
          className={`absolute top-0 ${isReplay ? 'hidden' : ''} left-[calc((var(--from)+var(--x)*var(--span))*1cqw)] aspect-square w-[calc(var(--s)*var(--unit))] translate-y-[calc(var(--y)*1cqh)] animate-[hero-rise_calc(var(--t)*1s)_linear_calc(var(--y)/-100*var(--t)*1s)_infinite] will-change-transform max-md:nth-[n+12]:hidden ${lane}`}
        >
          <span className="hero-bubble" data-points={`+${String(points)}`} />
        </span>
      ))}
      {isWanted && (
        <LazyPart>
          <AttractReplay
            clearShare={TEXT_SHARE}
            className={`absolute inset-0 size-full cursor-pointer transition-opacity duration-500 ${isReplay ? '' : 'opacity-0'}`}
            onPop={start}
            onStart={() => setStarted(true)}
            onEnd={() => setStarted(false)}
          />
        </LazyPart>
      )}
    </div>
  );
}

const bubbleOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest('.hero-bubble') : null;
