import { type Database, type Place, sql } from '../platform/database/index.ts';

/** Rows read at once: of rounds, the largest, some 200 kB. */
export const PAGE = 100;

/** Reads a page of a player's rows, newest first: those before a place in the order of their time and their `id`. */
export type PageReader<Row> = (db: Database, address: string, before: Place) => readonly Row[];

export const readMute = (db: Database, address: string) =>
  db.get(sql.selectFrom('mutes').select(['since', 'until', 'reason']).where('address', '=', address));

export const readSignIns = (db: Database, address: string) =>
  db.all(sql.selectFrom('sign_ins').selectAll().where('address', '=', address).orderBy('created_at', 'desc'));

export const readRounds = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('rounds')
      .selectAll()
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'id'), '<', tuple(at, id)))
      .orderBy('played_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE),
  );

export const readPracticeRounds = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('practice_rounds')
      .select(['hash as id', 'category', 'score', 'played_at as playedAt'])
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'hash'), '<', tuple(at, id)))
      .orderBy('played_at', 'desc')
      .orderBy('hash', 'desc')
      .limit(PAGE),
  );

export const readDailyResults = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('daily_results')
      .select(['date as id', 'date', 'score', 'popped', 'best_combo as bestCombo', 'played_at as playedAt', 'replay'])
      .where('entrant', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('played_at', 'date'), '<', tuple(at, id)))
      .orderBy('played_at', 'desc')
      .orderBy('date', 'desc')
      .limit(PAGE),
  );

export const readSeats = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('seats')
      .select(['session_id as id', 'session_id as sessionId', 'joined_at as joinedAt', 'status'])
      .where('user_id', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('joined_at', 'session_id'), '<', tuple(at, id)))
      .orderBy('joined_at', 'desc')
      .orderBy('session_id', 'desc')
      .limit(PAGE),
  );

/** Reads all but the token, which is secret. */
export const readForeignSeats = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('foreign_seats')
      .select(['session_id as id', 'session_id as sessionId', 'socket_url as socketUrl', 'joined_at as joinedAt'])
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('joined_at', 'session_id'), '<', tuple(at, id)))
      .orderBy('joined_at', 'desc')
      .orderBy('session_id', 'desc')
      .limit(PAGE),
  );

export const readMessages = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('chat_messages')
      .select(['id', 'session_id as sessionId', 'text', 'created_at as createdAt'])
      .where('user_id', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE),
  );

export const readReports = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('chat_reports')
      .select(['message_id as id', 'message_id as messageId', 'reason', 'created_at as createdAt'])
      .where('reporter', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'message_id'), '<', tuple(at, id)))
      .orderBy('created_at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(PAGE),
  );

export const readPayments = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE),
  );

export const readPayouts = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('payouts')
      .selectAll()
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('created_at', 'id'), '<', tuple(at, id)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE),
  );

export const readPurchases = (db: Database, address: string, { at, id }: Place) =>
  db.all(
    sql
      .selectFrom('purchases')
      .selectAll()
      .where('address', '=', address)
      .where(({ eb, refTuple, tuple }) => eb(refTuple('expires_at', 'id'), '<', tuple(at, id)))
      .orderBy('expires_at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE),
  );
