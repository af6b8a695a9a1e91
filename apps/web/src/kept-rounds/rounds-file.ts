import { makeReplayText, parseReplayText } from '@popfray/engine';
import { readRound, type KeptRound } from './kept-round.ts';

/** What a file of rounds says it is. */
const FORMAT = 'popfray-rounds';
const VERSION = 1;

/** Bytes that a file of rounds has at most: larger ones are not read. The longest rounds that can be kept fit twice over. */
export const MAX_ROUNDS_FILE_BYTES = 10_000_000;

/** Rounds that are read of one file at most. */
const MAX_ROUNDS = 1_000;

/** What came of reading a file. */
interface RoundsRead {
  readonly rounds: readonly KeptRound[];
  /** Entries that are no true round of practice. */
  readonly refused: number;
}

/** The rounds as the text of a file, each as its replay. */
export const makeRoundsFile = (rounds: readonly KeptRound[]): string =>
  JSON.stringify(
    {
      format: FORMAT,
      version: VERSION,
      rounds: rounds.map(({ playedAtMs, bytes }) => ({
        playedAt: new Date(playedAtMs).toISOString(),
        replay: makeReplayText(bytes),
      })),
    },
    null,
    1,
  );

/** Reads the text of a file of rounds and plays each again; null when it is no such file. No round is later than `nowMs`, Unix ms. */
export function parseRoundsFile(text: string, nowMs: number): RoundsRead | null {
  const file = parseJson(text);
  if (file === null || file['format'] !== FORMAT || file['version'] !== VERSION || !Array.isArray(file['rounds']))
    return null;
  const entries: readonly unknown[] = file['rounds'];
  const rounds: KeptRound[] = [];
  for (const entry of entries.slice(0, MAX_ROUNDS)) {
    const round = readEntry(entry, nowMs);
    if (round !== null) rounds.push(round);
  }
  return { rounds, refused: entries.length - rounds.length };
}

function readEntry(entry: unknown, nowMs: number): KeptRound | null {
  if (typeof entry !== 'object' || entry === null) return null;
  const { replay, playedAt } = entry as Record<string, unknown>;
  if (typeof replay !== 'string') return null;
  const bytes = parseReplayText(replay);
  if (!bytes.ok) return null;
  const statedMs = typeof playedAt === 'string' ? Date.parse(playedAt) : Number.NaN;
  return readRound(bytes.value, statedMs >= 0 && statedMs <= nowMs ? statedMs : nowMs);
}

function parseJson(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
