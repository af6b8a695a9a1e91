import type { PlatformStats } from '@popfray/protocol';
import { useGameSocket } from '../game-socket/state.ts';
import { createPolled, usePolled } from './polled.ts';

/** ms between two readings. SPEC section 7. */
const EVERY_MS = 10_000;

/** Amounts come as text, exact to the sun. */
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

/** The figures that are in an answer, each for itself: one that is missing, or is none, takes no other with it. */
function readFigures(answer: unknown): Figures | null {
  if (typeof answer !== 'object' || answer === null) return null;
  const fields = Object.entries(answer).filter(([name, value]) => isField(name) && FIELDS[name](value));
  return fields.length === 0 ? null : Object.fromEntries(fields);
}

/** Figures of the whole platform. */
export const platformStats = createPolled('/api/platform-stats', EVERY_MS, readFigures);

/** What is known of the whole platform. */
interface KnownFigures {
  /** A figure that nobody has told is absent. */
  readonly stats: Figures;
  /** Whether the server has answered: what is absent then, it does not tell. */
  readonly isTold: boolean;
  /** Whether the newest try to ask has failed. */
  readonly hasFailed: boolean;
}

/** Figures of the whole platform, kept up while they are wanted; what the game server tells at once is taken from there. */
export function usePlatformStats(isWanted = true): KnownFigures {
  const { value, hasFailed } = usePolled(platformStats, isWanted);
  const told = useGameSocket(({ stats }) => stats);
  const playerCount = useGameSocket((state) => state.playerCount);
  const stats = { ...value, ...told, ...(playerCount !== null && { onlinePlayers: playerCount }) };
  return { stats, isTold: value !== null, hasFailed };
}
