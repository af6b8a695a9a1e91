import type { LeaderboardRow } from '@popfray/protocol';
import { createPolled } from '../../data/api/polled.ts';
import { isAmount } from './amount.ts';

/** Polling interval, ms. SPEC section 7. */
const POLL_MS = 30_000;

/** Maximum number of rows read from an answer. */
const MAX_ROWS = 100;

/** A row of the leaderboard. Its chain may be unknown to this version of the page. */
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

/** The valid rows of an answer; null when it is not a leaderboard. */
function readLeaderboard(answer: unknown): readonly Place[] | null {
  if (!Array.isArray(answer)) return null;
  const rows = answer.slice(0, MAX_ROWS).filter(isPlace);
  return rows.length === 0 && answer.length > 0 ? null : rows;
}

/** Polls the leaderboard of battles with entry fees. */
export const leaderboard = createPolled('/api/leaderboard', POLL_MS, readLeaderboard);

/** Polls the leaderboard of free battles. */
export const freeLeaderboard = createPolled('/api/leaderboard?battles=free', POLL_MS, readLeaderboard);
