export { BalanceLine } from './BalanceLine.tsx';
export { Confetti } from './Confetti.tsx';
export { CountUp } from './CountUp.tsx';
export { ResultLinks } from './lazy-parts.ts';
export { makeTextOf } from './replay-text.ts';
export { useFlyingTrx } from './use-flying-trx.ts';
