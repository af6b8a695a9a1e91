import { useEffect, useState, type CSSProperties, type ReactElement } from 'react';
import { useReducedMotion } from '../../data/settings/motion.ts';
import './results.css';

/** Number of pieces, and how long they are on the page, ms. */
const PIECES = 36;
const SHOWN_MS = 3_200;

const COLOURS = ['--color-tron', '--color-good', '--color-legendary', '--color-chain', '--color-rare'] as const;

/** Golden ratio: its multiples spread evenly, so that no two neighbours look alike. */
const SPREAD = 0.618_034;

const share = (piece: number, salt: number): number => (piece * SPREAD * salt) % 1;

/** Style of a piece: its place, colour, delay, drift and turn. */
const styleOf = (piece: number): CSSProperties =>
  ({
    left: `${String(share(piece, 1) * 100)}%`,
    background: `var(${COLOURS[piece % COLOURS.length] ?? COLOURS[0]})`,
    animationDelay: `${String(share(piece, 2) * 700)}ms`,
    '--drift': `${String(share(piece, 3) * 8 - 4)}rem`,
    '--turn': `${String(share(piece, 5) * 1_440 - 720)}deg`,
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
    <div aria-hidden="true" className="confetti [container-type:size]">
      {Array.from({ length: PIECES }, (_, piece) => (
        <i key={piece} style={styleOf(piece)} />
      ))}
    </div>
  );
}
