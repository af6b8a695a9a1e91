import { makeReplayText, parseReplayText } from '@popfray/engine';
import { readRound, type KeptRound } from './kept-round.ts';

/** Value of the format field in a file of rounds. */
const FORMAT = 'popfray-rounds';
const VERSION = 1;

/** Maximum size of a file of rounds, bytes. The longest rounds that can be stored need half of it. */
export const MAX_ROUNDS_FILE_BYTES = 10_000_000;

/** Maximum number of rounds that are read from a file. */
const MAX_ROUNDS = 1_000;

/** Result of reading a file. */
interface RoundsRead {
  readonly rounds: readonly KeptRound[];
  /** Number of invalid entries. */
  readonly refused: number;
}

/** Serializes rounds as a file, each as its replay. */
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

/** Parses a file of rounds and replays each; null for another format. A time that is invalid or after `nowMs`, epoch ms, is replaced by it. */
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
