import { useEffect, useState, type CSSProperties, type ReactElement } from 'react';
import { useReducedMotion } from '../../data/settings/motion.ts';

/** Number of pieces, and how long they are on the page, ms. */
const PIECES = 36;
const SHOWN_MS = 3_200;

const COLOURS = ['--color-tron', '--color-good', '--color-legendary', '--color-chain', '--color-rare'] as const;

/** Steps of an even sequence in four dimensions, so that no pattern shows: Roberts 2018, R4. */
const STEPS = [0.856_675, 0.733_892, 0.628_707, 0.538_597] as const;

const share = (piece: number, dimension: 0 | 1 | 2 | 3): number => ((piece + 1) * STEPS[dimension]) % 1;

/** Style of a piece: its place, colour, delay, drift and turn. */
const styleOf = (piece: number): CSSProperties =>
  ({
    left: `${String(share(piece, 0) * 100)}%`,
    background: `var(${COLOURS[piece % COLOURS.length] ?? COLOURS[0]})`,
    animationDelay: `${String(share(piece, 1) * 700)}ms`,
    '--drift': `${String(share(piece, 2) * 8 - 4)}rem`,
    '--turn': `${String(share(piece, 3) * 1_440 - 720)}deg`,
  }) as CSSProperties;

/** Falling pieces of paper over a victory. None under reduced motion. */
export function Confetti(): ReactElement | null {
  const isReduced = useReducedMotion();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isReduced || isOver) return null;
  return (
    <div
      aria-hidden="true"
      data-confetti
      className="pointer-events-none absolute inset-0 z-3 overflow-hidden rounded-[inherit] [container-type:size]"
    >
      {Array.from({ length: PIECES }, (_, piece) => (
        <i
          key={piece}
          className="absolute -top-4 h-3.5 w-2 animate-[confetti-fall_2.2s_cubic-bezier(0.3,0.1,0.6,1)_both] rounded-xs opacity-0"
          style={styleOf(piece)}
        />
      ))}
    </div>
  );
}
