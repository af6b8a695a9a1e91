import type { PlatformStats } from '@popfray/protocol';
import { useGameSocket } from '../game-socket/state.ts';
import { createPolled, usePolled } from '../api/polled.ts';

/** Polling interval, ms. SPEC section 7. */
const POLL_MS = 10_000;

/** Amounts are decimal strings, exact to the sun. */
const DECIMAL = /^\d{1,15}(?:\.\d{1,6})?$/;

type Figures = Partial<PlatformStats>;

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isAmount = (value: unknown): boolean => typeof value === 'string' && DECIMAL.test(value);
const isTruth = (value: unknown): boolean => typeof value === 'boolean';

const FIELDS: Readonly<Record<keyof PlatformStats, (value: unknown) => boolean>> = {
  onlinePlayers: isCount,
  trxEarnedToday: isAmount,
  totalTrxEarned: isAmount,
  crossChainBattles: isCount,
  isNetworkOnline: isTruth,
  isBridgeActive: isTruth,
  isPaidPlayPaused: isTruth,
  areWithdrawalsPaused: isTruth,
};

const isField = (name: string): name is keyof PlatformStats => Object.hasOwn(FIELDS, name);

/** Reads the valid figures of an answer. A missing or invalid figure does not affect the others. */
function readFigures(answer: unknown): Figures | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const fields = Object.entries(answer).filter(([name, value]) => isField(name) && FIELDS[name](value));
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** Polls the figures of the whole platform. */
export const platformStats = createPolled('/api/platform-stats', POLL_MS, readFigures);

/** Known figures of the whole platform. */
interface KnownFigures {
  /** A figure that is not known is absent. */
  readonly stats: Figures;
  /** Whether the server has answered: an absent figure is then one that the server does not publish. */
  readonly isTold: boolean;
  /** Whether the newest request has failed. */
  readonly hasFailed: boolean;
}

/** Figures of the whole platform, polled while `isWanted`. Values that the game server pushes replace the polled ones. */
export function usePlatformStats(isWanted = true): KnownFigures {
  const { value, hasFailed } = usePolled(platformStats, isWanted);
  const pushed = useGameSocket(({ stats }) => stats);
  const playerCount = useGameSocket((state) => state.playerCount);
  const stats = { ...value, ...pushed, ...(playerCount !== null && { onlinePlayers: playerCount }) };
  return { stats, isTold: value !== null, hasFailed };
}
