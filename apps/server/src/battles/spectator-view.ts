import { decodeReplay } from '@popfray/engine';
import { BATTLE_SECONDS } from '@popfray/protocol/battle';
import { SPECTATOR_DELAY_MS } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { BattleRow, Database, LiveBattleRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import { findBattle, findSession, findSoloRound, isInJournalOf, resultsOf, seatsOf } from '../sessions/index.ts';
import { BattleState } from './battle-state.ts';
import { PlayableVersions, versionOf } from './battle-version.ts';
import { decodeRecords, type JournalRecord } from './journal-record.ts';
import { leaseOf } from './journal-rows.ts';

const SECOND_MS = 1_000;
const WORDS = 4;
const CLICK_WORDS = 3;

/** A player of a watched battle, with the clicks of all seconds that are shown. */
interface SpectatedPlayer extends Pick<SeatRow, 'place' | 'user_id' | 'username' | 'chain'> {
  readonly isBot: boolean;
  /** Time in ms, x and y in quarter pixels, three integers a click. */
  readonly clicks: Int32Array;
}

/** A battle as spectators see it: delayed, and in whole seconds. */
export interface SpectatorView {
  readonly session: SessionRow;
  readonly status: 'waiting' | 'playing' | 'over' | 'cancelled';
  readonly rulesId: string;
  readonly rulesVersion: number;
  /** Number of whole seconds that are shown. */
  readonly seconds: number;
  /** Time of the round that is shown, ms; below 0 before its first second. */
  readonly shownMs: number;
  /** Four words for each second that is shown. */
  readonly blocks: Int32Array;
  readonly players: readonly SpectatedPlayer[];
}

/**
 * Reads what spectators see of a battle, from its journal or its receipt: docs/decisions/0099-challenges-and-spectators.md. The node that plays the battle has no part in it.
 * Undefined for a session that is not known, has no battle, or is a solo round.
 */
export async function readSpectatorView(
  { db, now }: Pick<Context, 'db' | 'now'>,
  sessionId: string,
): Promise<SpectatorView | undefined> {
  const nowMs = now();
  const found = await db.inSnapshot(async () => readRows(db, sessionId));
  if (found === undefined) return undefined;
  const { session, battle, live } = found;
  if (battle !== undefined) return showSettled(db, session, battle, nowMs);
  const nothing = {
    session,
    rulesId: '',
    rulesVersion: 0,
    seconds: 0,
    shownMs: 0,
    blocks: new Int32Array(0),
    players: [],
  };
  if (session.ended_at !== null) return { ...nothing, status: 'cancelled' };
  if (live === undefined || session.starts_at === null) return { ...nothing, status: 'waiting' };
  return showLive(session, session.starts_at, live, nowMs);
}

/** The rows of a live battle. */
interface LiveRows {
  readonly live: LiveBattleRow;
  readonly seats: readonly SeatRow[];
  readonly journal: readonly { readonly time_ms: number; readonly records: Uint8Array }[];
  /** The last heartbeat of the node that plays it, epoch ms; null without one. */
  readonly seenAt: number | null;
}

async function readRows(db: Database, sessionId: string) {
  const session = await findSession(db, sessionId);
  if (session === undefined || (await findSoloRound(db, sessionId)) !== undefined) return undefined;
  const battle = await findBattle(db, sessionId);
  const row = await db.selectFrom('live_battles').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  if (battle !== undefined || row === undefined) return { session, battle, live: undefined };
  const journal = await db
    .selectFrom('battle_journal')
    .select(['time_ms', 'records'])
    .where(isInJournalOf(db, sessionId))
    .orderBy('epoch')
    .orderBy('number')
    .execute();
  const owner = await db
    .selectFrom('leases')
    .innerJoin('nodes', 'nodes.id', 'leases.owner')
    .select('nodes.seen_at')
    .where('leases.name', '=', leaseOf(sessionId))
    .executeTakeFirst();
  const seats = (await seatsOf(db, sessionId)).filter(({ status }) => status === 'taken');
  const live: LiveRows = { live: row, seats, journal, seenAt: owner?.seen_at ?? null };
  return { session, battle, live };
}

/**
 * A battle that is played. While no process plays it, its time may have to go back to the moment up to which it certainly ran. So nothing is shown that is
 * less than the delay before that moment.
 */
function showLive(session: SessionRow, startsAt: number, rows: LiveRows, nowMs: number): SpectatorView {
  const { live, seats, journal, seenAt } = rows;
  const version = versionOf(live, session);
  const rules = new PlayableVersions().find(version);
  const provenMs = Math.max(
    seenAt === null ? Number.NEGATIVE_INFINITY : seenAt - startsAt,
    ...journal.map(({ time_ms }) => time_ms),
  );
  const shownMs = Math.floor(Math.min(nowMs - startsAt, provenMs) - SPECTATOR_DELAY_MS);
  const records = journal.flatMap((row) => decodeRecords(row.records));
  const isKnown = rules !== null && Number.isFinite(shownMs) && records.some(({ type }) => type === 'seeds-closed');
  const seconds = isKnown ? secondsAt(shownMs) : 0;
  const view = {
    session,
    rulesId: version.rules_id,
    rulesVersion: version.rules_version,
    seconds,
    shownMs: isKnown ? Math.min(shownMs, BATTLE_SECONDS * SECOND_MS) : -SPECTATOR_DELAY_MS,
  };
  if (rules === null || seconds === 0) {
    const players = seats.map((seat) => showSeat(seat, new Int32Array(0)));
    return { ...view, status: 'waiting', blocks: new Int32Array(0), players };
  }
  const state = new BattleState({ session, seats, live, rules, soloLoadout: null });
  state.restore(
    records.flatMap((record) => upTo(record, seconds * SECOND_MS)),
    seconds,
  );
  // The server computes a bot's play from the same randomness and up to the last known ms.
  for (const contestant of state.contestants) contestant.playTo(seconds * SECOND_MS - 1);
  const blocks = new Int32Array(seconds * WORDS);
  for (let second = 0; second < seconds; second++)
    state.entropy.block(second, blocks.subarray(second * WORDS, (second + 1) * WORDS));
  return {
    ...view,
    status: 'playing',
    blocks,
    players: state.contestants.map(({ seat, round }) => showSeat(seat, round.inputs())),
  };
}

/** A battle that is settled. Its last seconds are shown with the same delay. */
async function showSettled(
  db: Database,
  session: SessionRow,
  battle: BattleRow,
  nowMs: number,
): Promise<SpectatorView> {
  const shownMs = Math.floor(nowMs - battle.started_at - SPECTATOR_DELAY_MS);
  const seconds = secondsAt(shownMs);
  const results = await resultsOf(db, session.id);
  let blocks = new Int32Array(0);
  const players = results.map((row) => {
    const replay = decodeReplay(row.replay);
    if (!replay.ok || typeof replay.value.entropy === 'string')
      throw new Error(`the replay of ${row.user_id} in ${session.id} cannot be read`);
    blocks = replay.value.entropy.slice(0, seconds * WORDS);
    return {
      place: row.place,
      user_id: row.user_id,
      username: row.username,
      chain: row.chain,
      isBot: row.is_bot === 1,
      clicks: before(replay.value.inputs, seconds * SECOND_MS),
    };
  });
  return {
    session,
    status: seconds === BATTLE_SECONDS ? 'over' : seconds === 0 ? 'waiting' : 'playing',
    rulesId: battle.rules_id,
    rulesVersion: battle.rules_version,
    seconds,
    shownMs: Math.min(shownMs, BATTLE_SECONDS * SECOND_MS),
    blocks,
    players,
  };
}

/** Whole seconds that have passed at a time of the round. */
const secondsAt = (ms: number): number => Math.max(0, Math.min(Math.floor(ms / SECOND_MS), BATTLE_SECONDS));

/** A record with what happened before a time of the round, without the pointer's path. */
function upTo(record: JournalRecord, ms: number): readonly JournalRecord[] {
  if (record.type !== 'inputs') return [record];
  const { first, untilMs, inputs } = record.batch;
  const shown = before(inputs, ms);
  return shown.length === 0 ? [] : [{ ...record, batch: { first, untilMs, inputs: shown } }];
}

/** The clicks before a time of the round. */
function before(clicks: Int32Array, ms: number): Int32Array {
  let words = 0;
  while (words < clicks.length && (clicks[words] ?? 0) < ms) words += CLICK_WORDS;
  return clicks.slice(0, words);
}

const showSeat = ({ place, user_id, username, chain, bot_skill }: SeatRow, clicks: Int32Array): SpectatedPlayer => ({
  place,
  user_id,
  username,
  chain,
  isBot: bot_skill !== null,
  clicks,
});
