import {
  findRevenue,
  makeTrx,
  SESSION_SCOPES,
  type Participant,
  type Revenue,
  type Session,
  type SessionScope,
} from '@popfray/protocol';
import { sql as fragment, type Expression, type ExpressionBuilder, type SqlBool } from 'kysely';
import type { Context } from '../platform/context/index.ts';
import type { Database, ResultRow, Schema, SeatRow, SessionRow } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';
import { resultsOf } from './result.ts';
import { removedUserIds, seatsOf } from './seat.ts';

/** Longest list of each kind: open paid sessions of a scope, open free ones, and those that ended within `RECENT_MS`. */
const LISTED_OPEN = 50;
const LISTED_ENDED = 10;
const RECENT_MS = 5 * 60_000;

/** A session by its id. */
export const findSession = async (db: Database, id: string): Promise<SessionRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

/** The condition that excludes streamed solo rounds, which are in no list of sessions. */
export const isNoSoloRound = ({
  not,
  exists,
  selectFrom,
}: ExpressionBuilder<Schema, 'sessions'>): Expression<SqlBool> =>
  not(
    exists(
      selectFrom('solo_rounds').select('solo_rounds.session_id').whereRef('solo_rounds.session_id', '=', 'sessions.id'),
    ),
  );

/** The rematch of a session; undefined without one, or when it was never played. */
export const findRematch = async (db: Database, id: string): Promise<SessionRow | undefined> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('rematch_of', '=', id)
    .where('status', 'not in', ['cancelled', 'expired'])
    .executeTakeFirst();

/** Stores a new session. A rematch that was never played is replaced by a new one. */
export async function addSession(db: Database, row: SessionRow): Promise<void> {
  if (row.rematch_of !== null)
    await db.updateTable('sessions').set({ rematch_of: null }).where('rematch_of', '=', row.rematch_of).execute();
  await db.insertInto('sessions').values(row).execute();
}

/** How many open sessions a creator has. */
export async function countOpenSessions(db: Database, address: string): Promise<number> {
  const row = await db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('creator_address', '=', address)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** Whether players can join a session now. Its time may be up before the worker ends it. */
export const isWaiting = (session: SessionRow, nowMs: number): boolean =>
  session.status === 'waiting' && session.expires_at > nowMs;

/** The terms of a session. */
export function revenueOf({ id, policy, policy_version }: SessionRow): Revenue {
  const terms = findRevenue(policy, policy_version);
  if (terms === undefined) throw new Error(`session ${id} was made with unknown terms, ${policy} ${policy_version}`);
  return terms;
}

/** Whether practice bots may take seats: only in a session without a prize. */
export const allowsBots = ({ settings }: Context, session: Pick<SessionRow, 'fee_sun'>): boolean =>
  session.fee_sun === 0 || settings.network.isPlayMoney;

/** Selects open sessions: paid or free ones, so that one kind cannot displace the other. */
export interface OpenPage {
  readonly isPaid: boolean;
  /** Only sessions of this scope; of both when it is undefined. */
  readonly scope?: SessionScope | undefined;
  /** Only sessions created before this time, epoch ms, or at this time with a lower id. */
  readonly before?: number | undefined;
  readonly beforeId?: string | undefined;
  readonly limit?: number | undefined;
}

/** A page of open sessions (waiting, starting or being played), the newest first. Players cannot choose a quick battle, so there are none. */
export async function openSessions({ db }: Pick<Context, 'db'>, page: OpenPage): Promise<SessionRow[]> {
  const { isPaid, scope, before = Number.MAX_SAFE_INTEGER, beforeId = '', limit = LISTED_OPEN } = page;
  let query = db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', 'is', null)
    .where('status', '!=', 'draft')
    .where(isNoSoloRound)
    .where('is_quick', '=', 0)
    // The index of open sessions begins with this comparison, and is used only when the query repeats it with the same constant.
    .where(fragment`(fee_sun > 0)`, '=', fragment.lit(isPaid))
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(before, beforeId)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (scope !== undefined) query = query.where('scope', '=', scope);
  return query.execute();
}

/**
 * The newest open sessions, and those that ended recently; the newest first. Paid and free ones, local games and battles against the other chain each
 * have a share of the list, so that none of them can displace another.
 */
export async function listSessions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<SessionRow[]> {
  const sinceMs = Math.floor(now()) - RECENT_MS;
  const listed = await endedSessions(db, sinceMs);
  for (const scope of SESSION_SCOPES)
    for (const isPaid of [true, false]) listed.push(...(await openSessions({ db }, { isPaid, scope })));
  return listed.toSorted((a, b) => b.created_at - a.created_at);
}

/** The sessions with players that ended last, after a time. A draft that was never paid has no player. Quick battles are not listed. */
const endedSessions = async (db: Database, sinceMs: number): Promise<SessionRow[]> =>
  db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', '>', sinceMs)
    .where(isNoSoloRound)
    .where('is_quick', '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('seats')
          .select('seats.user_id')
          .whereRef('seats.session_id', '=', 'sessions.id')
          .where('seats.status', '=', 'taken'),
      ),
    )
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(LISTED_ENDED)
    .execute();

/** Publishes that a session, or one of its seats, has changed. */
export const publishSessionChange = ({ bus }: Context, sessionId: string): void =>
  bus.publish({ type: 'session', sessionId });

/** Serializes a session for all readers, with the live scores and connections of this process. */
export async function showSession(context: Context, row: SessionRow): Promise<Session> {
  const { db } = context;
  const seats = await seatsOf(db, row.id);
  const results = row.status === 'settled' ? await resultsOf(db, row.id) : [];
  const hostUsername = await usernameOf(db, row.creator_address);
  const prizePoolSun = row.fee_sun * row.max_players;
  const [hostUrl] = context.settings.origins;
  return {
    id: row.id,
    sessionId: row.id,
    scope: row.scope,
    sessionName: row.name,
    gameMode: row.game_mode,
    gameType: 'classic',
    hostBlockchain: context.blockchain,
    hostUsername,
    hostWalletAddress: row.creator_address,
    hostUserId: row.creator_address,
    creatorAddress: row.creator_address,
    maxPlayers: row.max_players,
    currentPlayers: seats.length,
    status: row.status,
    reason: row.reason,
    entryFee: makeTrx(row.fee_sun),
    entryFeeType: row.fee_sun > 0 ? 'trx' : 'none',
    entryFeeSun: row.fee_sun,
    prizePool: makeTrx(prizePoolSun),
    prizePoolSun,
    paidSun: seats.reduce((sum, seat) => sum + seat.fee_sun, 0),
    timeLimit: row.time_limit_s,
    startDelay: row.start_delay_s,
    revenueDistribution: revenueOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    startsAt: row.starts_at,
    endedAt: row.ended_at,
    isShared: row.is_shared === 1,
    isHostedHere: true,
    isQuick: row.is_quick === 1,
    ...(hostUrl !== undefined && { hostUrl }),
    allowsBots: allowsBots(context, row),
    participants: seats.map((seat) =>
      showSeat(
        context,
        row,
        seat,
        results.find(({ user_id }) => user_id === seat.user_id),
      ),
    ),
    removedUserIds: await removedUserIds(db, row.id),
  };
}

function showSeat(
  { presence }: Context,
  session: SessionRow,
  seat: SeatRow,
  result: ResultRow | undefined,
): Participant {
  const isBot = seat.bot_skill !== null;
  const live = presence.scoreOf(session.id, seat.user_id);
  return {
    userId: seat.user_id,
    username: seat.username,
    walletAddress: seat.address,
    blockchain: seat.chain,
    place: seat.place,
    status: showStatus(session, seat, result),
    isBot,
    isConnected: isBot || presence.isConnected(session.id, seat.user_id),
    isPaid: seat.fee_sun > 0,
    readyUntil: seat.ready_until,
    score: result?.score ?? live?.score ?? null,
    scoreSource: result === undefined ? (live?.source ?? null) : 'verified',
    position: result?.position ?? null,
  };
}

/** A seat's status as the API names it. */
export function showStatus(session: SessionRow, seat: SeatRow, result: ResultRow | undefined): Participant['status'] {
  if (result !== undefined) return result.status === 'finished' ? 'finished' : 'left';
  if (seat.status === 'reserved') return 'reserved';
  if (session.status === 'playing') return 'playing';
  return seat.is_ready === 1 ? 'ready' : 'joined';
}
