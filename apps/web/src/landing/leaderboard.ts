import type { LeaderboardRow } from '@popfray/protocol';
import { createPolled } from '../api/polled.ts';
import { isAmount } from './amount.ts';

/** ms between two readings. SPEC section 7. */
const EVERY_MS = 30_000;

/** Most rows that are taken from an answer. */
const MAX_ROWS = 100;

/** A place on the leaderboard; of any chain, also one that this page does not know by name. */
export type Place = Omit<LeaderboardRow, 'blockchain'> & { readonly blockchain: string };

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): boolean => typeof value === 'string' && value.length <= 200;
const isChain = (value: unknown): boolean => typeof value === 'string' && /^[a-z]{1,12}$/.test(value);

const FIELDS: Readonly<Record<keyof Place, (value: unknown) => boolean>> = {
  rank: isCount,
  name: isText,
  walletAddress: isText,
  blockchain: isChain,
  gamesWon: isCount,
  gamesPlayed: isCount,
  winRate: isCount,
  earnings: isAmount,
};

function isPlace(row: unknown): row is Place {
  if (typeof row !== 'object' || row === null) return false;
  const fields = row as Readonly<Record<string, unknown>>;
  return Object.entries(FIELDS).every(([name, isGood]) => isGood(fields[name]));
}

/** The rows of an answer that are rows; null when it is no leaderboard. */
function readLeaderboard(answer: unknown): readonly Place[] | null {
  if (!Array.isArray(answer)) return null;
  const rows = answer.slice(0, MAX_ROWS).filter(isPlace);
  return rows.length === 0 && answer.length > 0 ? null : rows;
}

/** The best players of battles with entry fees. */
export const leaderboard = createPolled('/api/leaderboard', EVERY_MS, readLeaderboard);

/** The best players of free battles. */
export const freeLeaderboard = createPolled('/api/leaderboard?battles=free', EVERY_MS, readLeaderboard);
