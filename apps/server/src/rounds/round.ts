import type { HoldReason, RoundPage, VerifiedRound } from '@popfray/protocol';
import { attachTrack } from '@popfray/protocol/battle';
import { type Database, prepareQuery, type RoundRow } from '../platform/database/index.ts';

/** A round without its replay. */
type RoundSummary = Omit<VerifiedRound, 'replay'>;

/** What a list of rounds reads: all but the replay and the path, which are most of it. */
export const ROUND_COLUMNS = [
  'rounds.id',
  'rounds.address',
  'players.username',
  'rounds.rules_id',
  'rounds.rules_version',
  'rounds.loadout',
  'rounds.score',
  'rounds.popped',
  'rounds.best_combo',
  'rounds.earned_sun',
  'rounds.credited_sun',
  'rounds.status',
  'rounds.played_at',
  'rounds.cut_by',
] as const;

/** What a list reads of a round. */
export type SummaryRow = Omit<
  RoundRow,
  | 'replay'
  | 'network'
  | 'suspicions'
  | 'elapsed_ms'
  | 'clicks'
  | 'reaction_median_ms'
  | 'interval_variation_pct'
  | 'aim_offset_pct'
  | 'path_score'
  | 'contradicted'
  | 'path'
> & { readonly username: string };

/** A round by its id; undefined when there is none. */
export async function findRound(db: Database, id: string): Promise<VerifiedRound | undefined> {
  const row = await db
    .selectFrom('rounds')
    .innerJoin('players', 'players.address', 'rounds.address')
    .select([...ROUND_COLUMNS, 'rounds.replay', 'rounds.path'])
    .where('rounds.id', '=', id)
    .executeTakeFirst();
  return row && { ...summaryOf(row), replay: showReplay(row) };
}

/** A paid round with its replay, as it is stored; undefined when there is none. */
export const findPlayed = async (db: Database, id: string): Promise<RoundRow | undefined> =>
  db.selectFrom('rounds').selectAll().where('id', '=', id).executeTakeFirst();

/** A page of a player's own rounds, newest first, with the reasons of those that are not credited: those before a time, and of a status, if one is given. */
export async function roundsOf(
  db: Database,
  address: string,
  {
    before,
    limit,
    status,
  }: {
    readonly before?: number | undefined;
    readonly limit: number;
    readonly status?: RoundRow['status'] | undefined;
  },
): Promise<RoundPage> {
  let query = db
    .selectFrom('rounds')
    .innerJoin('players', 'players.address', 'rounds.address')
    .leftJoin('reviews', (join) => join.onRef('round_id', '=', 'rounds.id').on('outcome', '=', 'refused'))
    .select([...ROUND_COLUMNS, 'rounds.suspicions', 'reviews.reason as refusal'])
    .where('rounds.address', '=', address);
  if (status !== undefined) query = query.where('rounds.status', '=', status);
  if (before !== undefined) query = query.where('rounds.played_at', '<', before);
  const rows = await query
    .orderBy('rounds.played_at', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const shown = page.map((row) => ({
    ...summaryOf(row),
    ...reasonsOf(row),
    ...(row.refusal !== null && { refusal: row.refusal }),
  }));
  return { rounds: shown, next: rows.length > limit ? (page.at(-1)?.played_at ?? null) : null };
}

/** Why a round is held or was refused, for its player alone; no field for a round that was credited. */
export const reasonsOf = ({
  status,
  suspicions,
}: Pick<RoundRow, 'status' | 'suspicions'>): { readonly reasons?: HoldReason[] } =>
  status === 'credited' || suspicions === '' ? {} : { reasons: suspicions.split(' ') as HoldReason[] };

/** Writes a finished round down. */
export const addRound = async (db: Database, row: RoundRow): Promise<void> => {
  await insertRound(db, ...ALL_COLUMNS.map((column) => row[column]));
};

const ALL_COLUMNS = [
  'id',
  'address',
  'rules_id',
  'rules_version',
  'loadout',
  'replay',
  'score',
  'popped',
  'best_combo',
  'earned_sun',
  'credited_sun',
  'status',
  'suspicions',
  'elapsed_ms',
  'clicks',
  'reaction_median_ms',
  'interval_variation_pct',
  'aim_offset_pct',
  'played_at',
  'network',
  'cut_by',
  'path_score',
  'contradicted',
  'path',
] as const satisfies (keyof RoundRow)[];

/** Compiled once, because every finished round runs it (bench: solo.server_cpu_us_per_round). */
const insertRound = prepareQuery(
  (db: Database, ...cells: readonly RoundRow[keyof RoundRow][]) =>
    db
      .insertInto('rounds')
      .values(Object.fromEntries(ALL_COLUMNS.map((column, at) => [column, cells[at]])) as unknown as RoundRow),
  ALL_COLUMNS.length,
);

/** A round as anybody sees it. */
export const showRound = (row: RoundRow, username: string): VerifiedRound => ({
  ...summaryOf({ ...row, username }),
  replay: showReplay(row),
});

/** The replay as anybody gets it: with the path of the pointer as its track, unless the round is held. */
const showReplay = ({ replay, path, status }: Pick<RoundRow, 'replay' | 'path' | 'status'>): string =>
  makeText(path === null || status === 'held' ? replay : attachTrack(replay, path));

const makeText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');

/** A row of a list as anybody sees it. */
export const summaryOf = (row: SummaryRow): RoundSummary => ({
  id: row.id,
  address: row.address,
  username: row.username,
  rulesId: row.rules_id,
  rulesVersion: row.rules_version,
  loadout: JSON.parse(row.loadout) as string[],
  score: row.score,
  popped: row.popped,
  bestCombo: row.best_combo,
  earnedSun: row.earned_sun,
  creditedSun: row.credited_sun,
  cutBy: row.cut_by,
  status: row.status,
  playedAt: row.played_at,
});
