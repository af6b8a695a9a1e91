import { keepText, readText } from '../account/storage.ts';

/** The key names its version: another shape gets another key. offline/begin.ts looks whether there is anything under it. */
const KEPT_DAILY_KEY = 'popfray.daily-round.v1';

/** Longest replay text, as the server takes it. */
const MAX_TEXT = 90_000;

/** A finished round of a day that the server has not acknowledged. */
export interface KeptDaily {
  /** The seed's day, UTC. */
  readonly date: string;
  /** The replay as base64url text. */
  readonly replay: string;
  readonly score: number;
}

/** Keeps a round until the server has acknowledged it: the best of a day, for only that counts. Returns what is kept. */
export function keepDaily(round: KeptDaily): KeptDaily {
  const before = keptDaily();
  if (before !== null && before.date === round.date && before.score >= round.score) return before;
  keepText(KEPT_DAILY_KEY, JSON.stringify(round));
  return round;
}

/** The round that the server has not acknowledged; null when there is none, or nothing readable. */
export function keptDaily(): KeptDaily | null {
  try {
    const kept: unknown = JSON.parse(readText(KEPT_DAILY_KEY) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Forgets a kept round, unless a better one has come since. */
export function dropDaily({ replay }: KeptDaily): void {
  if (keptDaily()?.replay === replay) keepText(KEPT_DAILY_KEY, null);
}

function isKept(kept: unknown): kept is KeptDaily {
  if (typeof kept !== 'object' || kept === null) return false;
  const { date, replay, score } = kept as Partial<Record<keyof KeptDaily, unknown>>;
  return (
    typeof date === 'string' &&
    /^\d{4}-\d\d-\d\d$/.test(date) &&
    typeof replay === 'string' &&
    replay.length <= MAX_TEXT &&
    Number.isSafeInteger(score)
  );
}
