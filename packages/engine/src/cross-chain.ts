import { arena } from './arena.ts';
import type { Rules } from './rules.ts';

/** A battle across chains: the arena with the other chain's bubbles. Numbers from SPEC section 9 "Arena". */
export const crossChain: Rules = {
  ...arena,
  id: 'cross-chain',
  foreign: { chanceBp: 3_000, pointsPct: 150 },
  /** Battles are paid from the prize pool, not by points. */
  sunPerPoint: 0,
};
