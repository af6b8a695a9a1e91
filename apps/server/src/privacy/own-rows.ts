import type { Database, Place } from '../platform/database/index.ts';
import { limitRowsOf, protectionOf } from '../protection/index.ts';

/** Rows read at once: of rounds, the largest, some 200 kB. */
export const PAGE = 100;

/** Reads a page of a player's rows, newest first: those before a place in the order of their time and their `id`. */
export type PageReader<Row> = (db: Database, address: string, before: Place) => Promise<readonly Row[]>;

export const readMute = async (db: Database, address: string) =>
  db.selectFrom('mutes').select(['since', 'until', 'reason']).where('address', '=', address).executeTakeFirst();

/** What protects the player: the confirmation of age, breaks, self-exclusion and limits. */
export async function readProtection(db: Database, address: string): Promise<object> {
  const row = await protectionOf(db, address);
  const limits = await limitRowsOf(db, address);
  return {
    ageVersion: row.age_version,
    ageConfirmedAt: row.age_confirmed_at,
    breakUntil: row.break_until,
    excludedUntil: row.excluded_until,
    playSince: row.play_since,
    checkedAt: row.checked_at,
    lastPaidAt: row.last_paid_at,
    limits: limits.map(({ kind, period, amount_sun, next_sun, next_at }) => ({
      kind,
      period,
      amountSun: amount_sun,
      nextSun: next_sun,
      nextAt: next_at,
    })),
  };
}

export const readSignIns = async (db: Database, address: string) =>
  db.selectFrom('sign_ins').selectAll().where('address', '=', address).orderBy('created_at', 'desc').execute();

export const readRounds = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('rounds')
    .selectAll()
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'id'), '<', tuple(at, id)))
    .orderBy('played_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readExaminations = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('examinations')
    .selectAll()
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('examined_at', 'id'), '<', tuple(at, id)))
    .orderBy('examined_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readPracticeRounds = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('practice_rounds')
    .select(['hash as id', 'category', 'score', 'played_at as playedAt'])
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'hash'), '<', tuple(at, id)))
    .orderBy('played_at', 'desc')
    .orderBy('hash', 'desc')
    .limit(PAGE)
    .execute();

export const readDailyResults = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('daily_results')
    .select(['date as id', 'date', 'score', 'popped', 'best_combo as bestCombo', 'played_at as playedAt', 'replay'])
    .where('entrant', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'date'), '<', tuple(at, id)))
    .orderBy('played_at', 'desc')
    .orderBy('date', 'desc')
    .limit(PAGE)
    .execute();

export const readSharedRounds = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('shared_rounds')
    .select(['id', 'score', 'shared_at as sharedAt', 'expires_at as expiresAt'])
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('shared_at', 'id'), '<', tuple(at, id)))
    .orderBy('shared_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readSeats = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('seats')
    .select(['session_id as id', 'session_id as sessionId', 'joined_at as joinedAt', 'status'])
    .where('user_id', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('joined_at', 'session_id'), '<', tuple(at, id)))
    .orderBy('joined_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(PAGE)
    .execute();

/** Reads all but the token, which is secret. */
export const readForeignSeats = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('foreign_seats')
    .select(['session_id as id', 'session_id as sessionId', 'socket_url as socketUrl', 'joined_at as joinedAt'])
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('joined_at', 'session_id'), '<', tuple(at, id)))
    .orderBy('joined_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(PAGE)
    .execute();

export const readMessages = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('chat_messages')
    .select(['id', 'session_id as sessionId', 'text', 'created_at as createdAt'])
    .where('user_id', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readReports = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('chat_reports')
    .select(['message_id as id', 'message_id as messageId', 'reason', 'created_at as createdAt'])
    .where('reporter', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'message_id'), '<', tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(PAGE)
    .execute();

export const readPayments = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readPayouts = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readSkins = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('skin_purchases')
    .select(['id', 'skin_id as skinId', 'price_sun as priceSun', 'purchased_at as purchasedAt'])
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('purchased_at', 'id'), '<', tuple(at, id)))
    .orderBy('purchased_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();

export const readRatings = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('rating_changes')
    .select(['session_id as id', 'season', 'rated_at', 'rating_before', 'rating', 'deviation'])
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('rated_at', 'session_id'), '<', tuple(at, id)))
    .orderBy('rated_at', 'desc')
    .orderBy('session_id', 'desc')
    .limit(PAGE)
    .execute();

/** Reads days of play, newest first; their place is the day alone. */
export const readPlayDays = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('play_days')
    .select([
      'day as id',
      'day',
      'rounds',
      'popped',
      'best_combo',
      'best_score',
      'battles',
      'daily_rounds',
      'is_complete',
    ])
    .where('address', '=', address)
    .where(({ eb, and }) => (at === Number.MAX_SAFE_INTEGER ? and([]) : eb('day', '<', id)))
    .orderBy('day', 'desc')
    .limit(PAGE)
    .execute();

export const readPurchases = async (db: Database, address: string, { at, id }: Place) =>
  db
    .selectFrom('purchases')
    .selectAll()
    .where('address', '=', address)
    .where(({ eb, refTuple, tuple }) => eb(refTuple('expires_at', 'id'), '<', tuple(at, id)))
    .orderBy('expires_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();
