import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key. It contains the format version: a new format gets a new key. offline/register.ts checks whether it is set. */
const PENDING_DAILY_KEY = 'popfray.daily-round.v1';

/** Longest replay text that the server accepts, characters. */
const MAX_TEXT = 90_000;

/** A finished daily round that the server has not acknowledged. */
export interface PendingDaily {
  /** Day of the seed, UTC. */
  readonly date: string;
  /** The replay as base64url text. */
  readonly replay: string;
  readonly score: number;
}

/** Stores a round until the server has acknowledged it. Only the best round of a day is stored. Returns the stored round. */
export function savePendingDaily(round: PendingDaily): PendingDaily {
  const before = readPendingDaily();
  if (before !== null && before.date === round.date && before.score >= round.score) return before;
  writeText(PENDING_DAILY_KEY, JSON.stringify(round));
  return round;
}

/** The pending round; null when there is none or it is invalid. */
export function readPendingDaily(): PendingDaily | null {
  try {
    const stored: unknown = JSON.parse(readText(PENDING_DAILY_KEY) ?? 'null');
    return isPendingDaily(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Removes a pending round, unless a better one has replaced it. */
export function removePendingDaily({ replay }: PendingDaily): void {
  if (readPendingDaily()?.replay === replay) writeText(PENDING_DAILY_KEY, null);
}

function isPendingDaily(stored: unknown): stored is PendingDaily {
  if (typeof stored !== 'object' || stored === null) return false;
  const { date, replay, score } = stored as Partial<Record<keyof PendingDaily, unknown>>;
  return (
    typeof date === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    typeof replay === 'string' &&
    replay.length <= MAX_TEXT &&
    Number.isSafeInteger(score)
  );
}
