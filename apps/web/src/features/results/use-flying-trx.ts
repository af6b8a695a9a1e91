import { useEffect, useRef, type RefObject } from 'react';
import { isMotionReduced } from '../../data/settings/motion.ts';

/** How long the amount flies, ms, and how long it can be read before. */
const FLIGHT_MS = 900;
const REST_MS = 500;

/** Where the balance is shown: in the header, and below the result where the header is out of view. */
const BALANCES = ['.wallet-button', '.result-balance'] as const;

/** The first place of the balance that is in view; undefined where none is. */
function findBalance(): DOMRect | undefined {
  const boxes = BALANCES.map((balance) => document.querySelector(balance)?.getBoundingClientRect());
  return boxes.find((box) => box !== undefined && box.width > 0 && box.bottom > 0 && box.top < innerHeight);
}

/**
 * Lets a copy of a credited amount fly from its figure to the balance, once for each text. Nothing flies under reduced motion, or where no
 * balance is in view. Returns the ref of the figure.
 * @param text the amount; null while nothing is credited
 */
export function useFlyingTrx(text: string | null): RefObject<HTMLDivElement | null> {
  const figure = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const from = figure.current?.getBoundingClientRect();
    const to = findBalance();
    if (text === null || from === undefined || to === undefined || isMotionReduced()) return;
    const flying = document.createElement('span');
    flying.className = 'flying-trx figure pointer-events-none fixed z-70 rounded-full bg-good px-3 py-1 text-ink';
    flying.ariaHidden = 'true';
    flying.textContent = text;
    document.body.append(flying);
    const { width, height } = flying.getBoundingClientRect();
    flying.style.left = `${String(from.left + (from.width - width) / 2)}px`;
    flying.style.top = `${String(from.top + (from.height - height) / 2)}px`;
    const x = to.left + to.width / 2 - (from.left + from.width / 2);
    const y = to.top + to.height / 2 - (from.top + from.height / 2);
    const flight = flying.animate(
      [
        { transform: 'none', opacity: 1 },
        { transform: `translate(${String(x)}px, ${String(y)}px) scale(0.6)`, opacity: 0.2 },
      ],
      { delay: REST_MS, duration: FLIGHT_MS, easing: 'cubic-bezier(0.5, 0, 0.6, 1)', fill: 'forwards' },
    );
    flight.addEventListener('finish', () => flying.remove());
    return () => {
      flight.cancel();
      flying.remove();
    };
  }, [text]);
  return figure;
}
