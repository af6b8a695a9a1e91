import { setImmediate as others } from 'node:timers/promises';
import { makeReplayText } from '@popfray/engine';
import { makeTrx } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import {
  type PaymentRow,
  type PayoutRow,
  perDatabase,
  type PurchaseRow,
  type RoundRow,
  type SignInRow,
} from '../platform/database/index.ts';
import { lines } from '../ledger/index.ts';
import { serializePayment } from '../payments/index.ts';
import { showWithdrawal } from '../payouts/index.ts';
import { showRound } from '../rounds/index.ts';
import { battlesOf, showPlayer } from '../players/index.ts';

/** Rows read at once: of rounds, the largest, some 200 kB. */
const PAGE = 100;

/** A part of the file: its name, and its entries, a page at a time. */
type Part = readonly [name: string, pages: Iterable<readonly unknown[]>];

/**
 * Everything that is kept about a player, as the JSON of one file, piece by piece: never more than a page of it is in memory, and
 * between two pages others have their turn. Links in it lead to `origin`.
 */
export async function* streamOwnData(context: Context, address: string, origin: string): AsyncGenerator<string> {
  const { db, now } = context;
  const profile = showPlayer(context, address);
  const mute = statements(db).mute.get(address) ?? null;
  const head = { version: 1, address, exportedAt: Math.floor(now()), profile, mute };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of partsOf(context, address, profile.username, origin)) {
    yield `,${JSON.stringify(name)}:[`;
    let comma = '';
    for (const entries of pages) {
      yield comma + entries.map((entry) => JSON.stringify(entry)).join();
      comma = ',';
      await others();
    }
    yield ']';
  }
  yield '}\n';
}

function partsOf(context: Context, address: string, username: string, origin: string): readonly Part[] {
  const { db } = context;
  const rows = statements(db);
  const nowMs = context.now();
  const pagesOf = <Row extends { readonly id: string }>(
    statement: PageOf<Row>,
    timeOf: (row: Row) => number,
    show: (row: Row) => object,
  ) => keyed((at, id) => statement.all(address, at, id, PAGE), timeOf, show);
  const replayOf = (row: RoundRow): object => {
    const { replay, ...round } = showRound(row, username);
    return {
      ...round,
      replayUrl: `${origin}/replay#r=${replay}`,
      clicks: row.clicks,
      reactionMedianMs: row.reaction_median_ms,
      intervalVariationPct: row.interval_variation_pct,
      aimOffsetPct: row.aim_offset_pct,
    };
  };
  const paymentOf = (row: PaymentRow): object => {
    const { unsigned: _, ...payment } = serializePayment(context, row);
    return payment;
  };
  return [
    ['signIns', [rows.signIns.all(address).map(showSignIn)]],
    ['rounds', pagesOf(rows.rounds, (row) => row.played_at, replayOf)],
    ['practiceRounds', pagesOf(rows.practice, (row) => row.playedAt, withoutId)],
    ['battles', battlePages(context, address, origin)],
    [
      'dailyResults',
      pagesOf(
        rows.daily,
        (row) => row.playedAt,
        ({ id: _, replay, ...result }) => ({ ...result, replayUrl: `${origin}/replay#r=${makeReplayText(replay)}` }),
      ),
    ],
    ['seats', pagesOf(rows.seats, (row) => row.joinedAt, withoutId)],
    ['foreignSeats', pagesOf(rows.foreignSeats, (row) => row.joinedAt, withoutId)],
    ['chatMessages', pagesOf(rows.chat, (row) => row.createdAt, same)],
    ['reports', pagesOf(rows.reports, (row) => row.createdAt, withoutId)],
    ['payments', pagesOf(rows.payments, (row) => row.created_at, paymentOf)],
    [
      'payouts',
      pagesOf(
        rows.payouts,
        (row) => row.created_at,
        (row) => showWithdrawal(context, row),
      ),
    ],
    [
      'purchases',
      pagesOf(
        rows.purchases,
        (row) => row.expires_at,
        (row) => showPurchase(row, nowMs),
      ),
    ],
    ['ledger', ledgerPages(context, address)],
  ];
}

/** Pages of rows, newest first: each begins after the last row of the one before, by its time and its id. */
function* keyed<Row extends { readonly id: string }>(
  read: (beforeMs: number, id: string) => readonly Row[],
  timeOf: (row: Row) => number,
  show: (row: Row) => object,
): Generator<readonly object[]> {
  let rows = read(Number.MAX_SAFE_INTEGER, '');
  for (;;) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(show);
    rows = read(timeOf(last), last.id);
  }
}

function* battlePages({ db }: Context, address: string, origin: string): Generator<readonly object[]> {
  let before: number | undefined;
  do {
    const page = battlesOf(db, address, before, PAGE);
    if (page.battles.length > 0)
      yield page.battles.map((battle) => ({ ...battle, receiptUrl: `${origin}/receipt/${battle.sessionId}` }));
    before = page.next ?? undefined;
  } while (before !== undefined);
}

function* ledgerPages({ db }: Context, address: string): Generator<readonly object[]> {
  let before: number | null = null;
  do {
    const page: ReturnType<typeof lines> = lines(db, address, before, PAGE);
    if (page.lines.length > 0) yield page.lines;
    before = page.next;
  } while (before !== null);
}

const same = (row: object): object => row;

const withoutId = ({ id: _, ...row }: { readonly id: string }): object => row;

const showSignIn = (row: SignInRow): object => ({
  begunAt: row.created_at,
  renewedAt: row.renewed_at,
  expiresAt: row.expires_at,
});

const showPurchase = (row: PurchaseRow, nowMs: number): object => ({
  id: row.id,
  upgrade_id: row.upgrade_id,
  price: makeTrx(row.price_sun),
  status: row.expires_at > nowMs ? 'active' : 'expired',
  purchased_at: new Date(row.purchased_at).toISOString(),
  expires_at: new Date(row.expires_at).toISOString(),
});

/** What a page is asked for by: whose, before which time and id, how many. */
type Asked = [address: string, beforeMs: number, id: string, limit: number];

/** What reads a page. */
interface PageOf<Row> {
  all(...asked: Asked): Row[];
}

const statements = perDatabase((db) => {
  /** Newest first. `id` tells rows of one time apart, and may be another column's text. */
  const page = <Row>(columns: string, table: string, owner: string, time: string, id = 'id') =>
    db.prepare<Asked, Row>(
      `SELECT ${columns} FROM ${table} WHERE ${owner} = ? AND (${time}, ${id}) < (?, ?) ORDER BY ${time} DESC, ${id} DESC LIMIT ?`,
    );
  return {
    mute: db.prepare<[string], object>('SELECT since, until, reason FROM mutes WHERE address = ?'),
    signIns: db.prepare<[string], SignInRow>('SELECT * FROM sign_ins WHERE address = ? ORDER BY created_at DESC'),
    rounds: page<RoundRow>('*', 'rounds', 'address', 'played_at'),
    practice: page<{ readonly id: string; readonly playedAt: number }>(
      'hash AS id, category, score, played_at AS playedAt',
      'practice_rounds',
      'address',
      'played_at',
      'hash',
    ),
    daily: page<{ readonly id: string; readonly playedAt: number; readonly replay: Uint8Array }>(
      'date AS id, date, score, popped, best_combo AS bestCombo, played_at AS playedAt, replay',
      'daily_results',
      'entrant',
      'played_at',
      'date',
    ),
    seats: page<{ readonly id: string; readonly joinedAt: number }>(
      'session_id AS id, session_id AS sessionId, joined_at AS joinedAt, status',
      'seats',
      'user_id',
      'joined_at',
      'session_id',
    ),
    // Not the token, which speaks for the seat.
    foreignSeats: page<{ readonly id: string; readonly joinedAt: number }>(
      'session_id AS id, session_id AS sessionId, socket_url AS socketUrl, joined_at AS joinedAt',
      'foreign_seats',
      'address',
      'joined_at',
      'session_id',
    ),
    chat: page<{ readonly id: string; readonly createdAt: number }>(
      'id, session_id AS sessionId, text, created_at AS createdAt',
      'chat_messages',
      'user_id',
      'created_at',
    ),
    reports: page<{ readonly id: string; readonly createdAt: number }>(
      'message_id AS id, message_id AS messageId, reason, created_at AS createdAt',
      'chat_reports',
      'reporter',
      'created_at',
      'message_id',
    ),
    payments: page<PaymentRow>('*', 'payments', 'address', 'created_at'),
    payouts: page<PayoutRow>('*', 'payouts', 'address', 'created_at'),
    purchases: page<PurchaseRow>('*', 'purchases', 'address', 'expires_at'),
  };
});
