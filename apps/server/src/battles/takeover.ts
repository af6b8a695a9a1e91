import { publishCommitment } from '../commitments/index.ts';
import type { Context } from '../platform/context/index.ts';
import {
  type BattleJournalRow,
  type Database,
  type LiveBattleRow,
  prepareQuery,
  type SessionRow,
} from '../platform/database/index.ts';
import type { Lease, TakenLease } from '../platform/lease/index.ts';
import {
  findSession,
  findSoloRound,
  isInJournalOf,
  loadoutOfSolo,
  refundSession,
  regatherSession,
  seatsOf,
  slotOf,
} from '../sessions/index.ts';
import { SEED_CLOSE_MS } from '@popfray/protocol/battle';
import type { BattleParts } from './battle.ts';
import { JOURNAL_VERSION, PlayableVersions, versionOf } from './battle-version.ts';
import { BATTLE_LEASES, leaseOf } from './journal-rows.ts';
import { decodeRecords, encodeRecords, type JournalRecord } from './journal-record.ts';
import { MAX_OUTAGE_MS } from './outage.ts';
import { resumedStart } from './resume-point.ts';

const SECRET_BYTES = 32;
const BOT_SEED_BYTES = 16;

/** Where a battle continues that another process has played. */
export interface Continuation {
  /** Everything in its journal. */
  readonly records: readonly JournalRecord[];
  /** Time of the round up to which it certainly ran, ms. */
  readonly provenMs: number;
}

/** A battle that this node plays from now on. */
export interface TakenBattle extends BattleParts {
  /** Null for a battle whose countdown has just begun. */
  readonly continuation: Continuation | null;
}

/** A battle that cannot be continued: its lease is taken, and its session has to end or to wait again. */
interface UncontinuableBattle {
  readonly lease: Lease;
  readonly session: SessionRow;
  readonly reason: string;
}

/**
 * Takes the battle of a session whose countdown has begun, or that is played: a new one, or one that no process plays any more. Resolves with null when
 * another node has the battle, or there is none. A battle that cannot be continued is refunded. One whose version this node cannot play is left to others:
 * callers that know of it do not take it at all.
 */
export async function takeBattle(
  context: Context,
  sessionId: string,
  versions: PlayableVersions = new PlayableVersions(),
): Promise<TakenBattle | null> {
  const { db, leases, log } = context;
  const created = drawBattle(context, sessionId);
  const taken = await leases.take(leaseOf(sessionId));
  if (taken === null) return null;
  const { lease } = taken;
  try {
    // A transaction that began before the lease was taken would not see what the previous owner wrote last.
    const found = await leases.run(lease, async () =>
      db.inTransaction(async () => readBattle(context, taken, created, versions)),
    );
    if (found === 'ended' || found === 'unplayable') {
      await (found === 'ended' ? leases.end(lease) : leases.release(lease));
      return null;
    }
    if (!('reason' in found)) return found;
    log({ event: 'notice', about: 'battle', message: `the battle of ${sessionId} is not continued: ${found.reason}` });
    await giveUp(context, found);
    return null;
  } catch (error) {
    await leases.release(lease).catch(() => undefined);
    throw error;
  }
}

/** Sessions whose battle never had a lease. It is compiled once, because every node looks for them all the time. */
const findWithoutLease = prepareQuery((db: Database, limit: number) =>
  db
    .selectFrom('sessions')
    .select('id')
    .where('ended_at', 'is', null)
    .where('status', 'in', ['starting', 'playing'])
    .where(({ not, exists, selectFrom, eb, val }) =>
      not(
        exists(
          selectFrom('leases')
            .select('name')
            .where(eb('name', '=', eb(val(BATTLE_LEASES), '||', eb.ref('sessions.id')))),
        ),
      ),
    )
    .limit(limit),
);

/** Sessions with a battle that no process plays: those whose owner is gone, and with `isThorough` those that never had one. */
export async function listUnplayed({ db, leases }: Context, limit: number, isThorough: boolean): Promise<string[]> {
  const names = await leases.listOrphans(BATTLE_LEASES, limit);
  const orphans = names.map((name) => name.slice(BATTLE_LEASES.length));
  if (!isThorough) return orphans;
  const rows = await findWithoutLease(db, limit);
  return [...orphans, ...rows.map(({ id }) => id)];
}

/**
 * Reads what a battle is continued from, and stores where it continues, within the caller's transaction. `ended`: the session has no battle any more.
 * `unplayable`: this node does not have the battle's version.
 */
async function readBattle(
  { db, now }: Context,
  { lease, previous }: TakenLease,
  created: NewBattle,
  versions: PlayableVersions,
): Promise<TakenBattle | UncontinuableBattle | 'ended' | 'unplayable'> {
  const sessionId = created.session_id;
  const session = await findSession(db, sessionId);
  if ((session?.status !== 'starting' && session?.status !== 'playing') || session.starts_at === null) return 'ended';
  const nowMs = now();
  const live = await db.selectFrom('live_battles').selectAll().where('session_id', '=', sessionId).executeTakeFirst();
  if (live === undefined && session.status === 'playing') return { lease, session, reason: 'it has no journal' };
  const seats = (await seatsOf(db, sessionId)).filter(({ status }) => status === 'taken');
  const solo = await findSoloRound(db, sessionId);
  const soloLoadout = solo === undefined ? null : loadoutOfSolo(solo);
  if (live === undefined) {
    const begun = await beginBattle(db, lease, session, created, versions, nowMs);
    return { ...begun, lease, seats, soloLoadout, continuation: null };
  }
  const rows = await readRows(db, sessionId);
  const provenMs = findProof(rows, previous, nowMs, session.starts_at);
  if (nowMs - session.starts_at - provenMs > MAX_OUTAGE_MS)
    return { lease, session, reason: 'the outage was too long' };
  const rules = versions.find(versionOf(live, session));
  if (rules === null) return 'unplayable';
  const records = decodeRows(rows);
  if (typeof records === 'string') return { lease, session, reason: records };
  const areSeedsClosed = records.some(({ type }) => type === 'seeds-closed');
  const startsAt = resumedStart(session.starts_at, provenMs, areSeedsClosed, nowMs);
  await lowerFirstSlot(db, live, nowMs);
  await addFirstRow(db, lease, sessionId, nowMs - startsAt, nowMs);
  const moved = await moveStart(db, session, startsAt);
  return { lease, session: moved, seats, live, rules, soloLoadout, continuation: { records, provenMs } };
}

/** Stores a battle whose countdown has just begun. */
async function beginBattle(
  db: Database,
  lease: Lease,
  session: SessionRow,
  created: NewBattle,
  versions: PlayableVersions,
  nowMs: number,
): Promise<Pick<TakenBattle, 'session' | 'live' | 'rules'>> {
  const rules = versions.newest(session.game_mode);
  const live = {
    ...created,
    rules_id: rules.id,
    rules_version: rules.version,
    journal_version: JOURNAL_VERSION,
    first_slot: slotOf(nowMs),
  };
  await db.insertInto('live_battles').values(live).execute();
  await publishCommitment(db, session.id, created.secret, nowMs);
  const planned = session.starts_at ?? nowMs;
  const isLate = nowMs >= planned - SEED_CLOSE_MS;
  const startsAt = isLate ? resumedStart(planned, 0, false, nowMs) : planned;
  await addFirstRow(db, lease, session.id, nowMs - startsAt, nowMs);
  return { live, rules, session: await moveStart(db, session, startsAt) };
}

/** Begins the journal of this owner. An owner without a row has died before it played anything. */
async function addFirstRow(
  db: Database,
  lease: Lease,
  sessionId: string,
  timeMs: number,
  nowMs: number,
): Promise<void> {
  await db
    .insertInto('battle_journal')
    .values({
      session_id: sessionId,
      epoch: lease.epoch,
      number: 0,
      time_ms: Math.floor(timeMs),
      records: encodeRecords([]),
      time_slot: slotOf(nowMs),
    })
    .execute();
}

/** This owner's rows may be of earlier slots than those before: the machine's clock may have been set back between two processes. */
async function lowerFirstSlot(db: Database, live: LiveBattleRow, nowMs: number): Promise<void> {
  const first_slot = slotOf(nowMs);
  if (first_slot >= live.first_slot) return;
  await db.updateTable('live_battles').set({ first_slot }).where('session_id', '=', live.session_id).execute();
}

/** A row of a journal, as it is read. */
type ReadRow = Pick<BattleJournalRow, 'epoch' | 'time_ms' | 'records'>;

const readRows = async (db: Database, sessionId: string): Promise<ReadRow[]> =>
  db
    .selectFrom('battle_journal')
    .select(['epoch', 'time_ms', 'records'])
    .where(isInJournalOf(db, sessionId))
    .orderBy('epoch')
    .orderBy('number')
    .execute();

/** Time of the round up to which the battle certainly ran, ms. Rows of any version of the format prove it. */
function findProof(
  rows: readonly ReadRow[],
  previous: TakenLease['previous'],
  nowMs: number,
  startsAt: number,
): number {
  const elapsedMs = nowMs - startsAt;
  const times = rows.map(({ time_ms }) => time_ms);
  const lastSeenAt = rows.some(({ epoch }) => epoch === previous?.epoch) ? (previous?.lastSeenAt ?? null) : null;
  if (lastSeenAt !== null) times.push(elapsedMs - (nowMs - lastSeenAt));
  // It may be later than now by this node's clock.
  return times.length === 0 ? elapsedMs : Math.max(...times);
}

/** The records of rows; a text says why they cannot be read. */
function decodeRows(rows: readonly ReadRow[]): JournalRecord[] | string {
  try {
    return rows.flatMap(({ records }) => decodeRecords(records));
  } catch (error) {
    return String(error);
  }
}

async function moveStart(db: Database, session: SessionRow, startsAt: number): Promise<SessionRow> {
  if (startsAt === session.starts_at) return session;
  await db.updateTable('sessions').set({ starts_at: startsAt }).where('id', '=', session.id).execute();
  return { ...session, starts_at: startsAt };
}

/**
 * Refunds the session of a battle that cannot be continued, or lets its players be ready again when nothing was played. A solo round, for which no player
 * waits, is cancelled.
 */
async function giveUp(context: Context, { lease, session }: UncontinuableBattle): Promise<void> {
  const { db, leases } = context;
  await leases.run(lease, async () => {
    const isGathered = (await findSoloRound(db, session.id)) === undefined;
    if (session.status === 'starting' && isGathered) await regatherSession(context, session);
    else await refundSession(context, session, 'cancelled', 'fault');
    await leases.end(lease);
  });
}

/** What is drawn for a new battle. */
type NewBattle = Pick<LiveBattleRow, 'session_id' | 'secret' | 'bot_seed'>;

function drawBattle({ randomBytes }: Context, session_id: string): NewBattle {
  const draw = (count: number): string => Buffer.from(randomBytes(count)).toString('hex');
  return { session_id, secret: draw(SECRET_BYTES), bot_seed: draw(BOT_SEED_BYTES) };
}
