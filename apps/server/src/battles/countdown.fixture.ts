import type { SeatRow, SessionRow } from '../platform/database/schema.ts';
import { addPlayer, type TestContext } from '../testing/context.fixture.ts';
import { countPerDatabase } from '../testing/count-per-database.fixture.ts';
import { required } from '../testing/required.fixture.ts';
import { makeSeat } from './seat.fixture.ts';

/** From the beginning of a countdown to its first second, ms. */
export const COUNTDOWN_MS = 8_000;

/** What a test's session may have otherwise: free, two players of this chain, its countdown just begun. */
export interface Countdown {
  readonly players?: number;
  readonly bots?: readonly NonNullable<SeatRow['bot_skill']>[];
  readonly mode?: SessionRow['game_mode'];
  /** From now to the first second, ms. */
  readonly startsInMs?: number;
}

const nextSession = countPerDatabase();

/** Puts a session whose countdown runs into the database, and tells of it. Returns its id. */
export async function startCountdown(
  { context, clock, wallet }: TestContext,
  { players = 2, bots = [], mode = 'cross-chain-battle', startsInMs = COUNTDOWN_MS }: Countdown = {},
): Promise<string> {
  const { db } = context;
  const nowMs = clock.nowMs;
  const sessionId = `session-${String(nextSession(db)).padStart(4, '0')}`;
  const people = Array.from({ length: players }, (_, at) => wallet(`player ${at}`).address);
  for (const address of people) await addPlayer(db, address, nowMs);
  const session: SessionRow = {
    id: sessionId,
    scope: mode === 'classic' ? 'local' : 'cross-chain',
    name: 'A battle',
    game_mode: mode,
    creator_address: required(people[0]),
    max_players: 8,
    fee_sun: 0,
    time_limit_s: 300,
    start_delay_s: 30,
    policy: 'winner-takes-all',
    policy_version: 1,
    status: 'starting',
    reason: '',
    rematch_of: null,
    created_at: nowMs,
    expires_at: nowMs + 300_000,
    starts_at: nowMs + startsInMs,
    ended_at: null,
    is_shared: 0,
    is_quick: 0,
  };
  await db.insertInto('sessions').values(session).execute();
  const seat = (userId: string, place: number): SeatRow =>
    makeSeat({
      session_id: sessionId,
      user_id: userId,
      place,
      address: userId,
      username: `Player ${place}`,
      joined_at: nowMs,
    });
  const seats = people.map((address, place) => seat(address, place));
  for (const [at, bot_skill] of bots.entries())
    seats.push({ ...seat(`bot-${at + 1}`, players + at), chain: 'sol', address: '', bot_skill });
  for (const row of seats) await db.insertInto('seats').values(row).execute();
  context.bus.publish({ type: 'starting', sessionId, nodeId: context.leases.nodeId });
  return sessionId;
}

/** Sets a session's row otherwise, as the rest of the server would, and tells of it. */
export async function changeSession(
  { context }: TestContext,
  sessionId: string,
  change: Partial<SessionRow>,
): Promise<void> {
  await context.db.updateTable('sessions').set(change).where('id', '=', sessionId).execute();
  context.bus.publish({ type: 'session', sessionId });
}
