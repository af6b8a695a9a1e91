import { arena } from '@popfray/engine';
import type { RoundRow } from '../platform/database/schema.ts';
import { addRound } from '../rounds/round.ts';
import { moveSession } from '../sessions/machine.ts';
import { settleBattle } from '../settlement/settle.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import type { TestContext, TestWallet } from '../testing/context.fixture.ts';
import { countPerDatabase } from '../testing/count-per-database.fixture.ts';
import { gather, join, play, rowOf } from '../testing/session.fixture.ts';

const nextRow = countPerDatabase();

/** Stores a round and its ticket as finishing does, without moving money. */
export async function writeRound(
  { context }: TestContext,
  address: string,
  changed: Partial<RoundRow> = {},
): Promise<string> {
  const id = `ticket-${String(nextRow(context.db)).padStart(6, '0')}`;
  const round: RoundRow = {
    id,
    address,
    rules_id: arena.id,
    rules_version: arena.version,
    loadout: '[]',
    replay: new Uint8Array([1, 2, 3]),
    score: 100,
    popped: 4,
    best_combo: 2,
    earned_sun: 1_000_000,
    credited_sun: 1_000_000,
    status: 'credited',
    suspicions: '',
    elapsed_ms: 60_000,
    clicks: 9,
    reaction_median_ms: null,
    interval_variation_pct: null,
    aim_offset_pct: null,
    played_at: context.now(),
    network: null,
    cut_by: null,
    path_score: 1_500,
    contradicted: 2,
    path: new Uint8Array([1, 2, 3]),
    ...changed,
  };
  const ticket = {
    id,
    address,
    seed: 'seed',
    rules_id: arena.id,
    rules_version: arena.version,
    loadout: '[]',
    issued_at: round.played_at,
    expires_at: round.played_at,
    state: 'finished',
  } as const;
  await context.db.insertInto('tickets').values(ticket).execute();
  await addRound(context.db, round);
  return id;
}

/** Writes a result in a daily challenge down. */
export async function writeDaily({ context }: TestContext, address: string): Promise<void> {
  const result = {
    date: '2026-01-15',
    entrant: address,
    name: '',
    score: 250,
    popped: 9,
    best_combo: 4,
    inputs_hash: `hash ${nextRow(context.db)}`,
    replay: new Uint8Array([1, 2, 3]),
    played_at: context.now(),
  };
  await context.db.insertInto('daily_results').values(result).execute();
}

/** Stores a rating, its change by a battle, and a day of play. */
export async function writeSeason({ context }: TestContext, address: string, sessionId: string): Promise<void> {
  const { db } = context;
  const rating = { season: 1, address, rating: 1_612_500, deviation: 200_000, volatility: 60_000_000 };
  const atMs = Math.floor(context.now());
  await db
    .insertInto('rating_changes')
    .values({ ...rating, session_id: sessionId, day: '2026-01-15', rated_at: atMs, rating_before: 1_500_000 })
    .execute();
  await db
    .insertInto('ratings')
    .values({ ...rating, battles: 1, opponents: 1, rated_at: atMs })
    .execute();
  await db
    .insertInto('play_days')
    .values({
      address,
      day: '2025-12-31',
      rounds: 2,
      popped: 90,
      best_combo: 12,
      best_score: 700,
      battles: 1,
      daily_rounds: 0,
      is_complete: 1,
    })
    .execute();
}

/** Stores how a player has played a battle. */
export async function writeExamination(
  { context }: TestContext,
  sessionId: string,
  place: number,
  address: string,
): Promise<void> {
  const examination = {
    id: `${sessionId}.${place}`,
    session_id: sessionId,
    place,
    address,
    examined_at: context.now(),
    reasons: 'fast',
    clicks: 90,
    path_score: 1_500,
    path: new Uint8Array([1, 2, 3]),
    status: 'clear',
    share_sun: 0,
    amount_sun: 0,
    reaction_median_ms: null,
    interval_variation_pct: null,
    aim_offset_pct: null,
    contradicted: null,
    reason: null,
    decided_by: null,
    decided_at: null,
  } as const;
  await context.db.insertInto('examinations').values(examination).execute();
}

/** Has two players fight a free battle to its end, the first of them the better by far. Returns its session's id. */
export async function fight(test: TestContext, winner: TestWallet, other: TestWallet): Promise<string> {
  const id = await gather(test, winner);
  await join(test, other, id);
  await moveSession(test.context.db, await rowOf(test.context, id), 'starting', { starts_at: test.clock.nowMs });
  await play(test, id);
  const over = await settleBattle(
    test.context,
    withScores(await playOut(test.context.db, id, () => 'idle'), [900, 300]),
  );
  if (!over.ok) throw new Error(over.error);
  return id;
}
