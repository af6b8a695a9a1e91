import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { makeReplayText } from '@popfray/engine';
import { makeTrx, type LedgerPage } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type {
  ExaminationRow,
  PaymentRow,
  Place,
  PurchaseRow,
  RoundRow,
  SignInRow,
} from '../platform/database/index.ts';
import { lines } from '../ledger/index.ts';
import { serializePayment } from '../payments/index.ts';
import { showWithdrawal } from '../payouts/index.ts';
import { summaryOf } from '../rounds/index.ts';
import { battlesOf, showPlayer } from '../players/index.ts';
import {
  PAGE,
  type PageReader,
  readDailyResults,
  readExaminations,
  readForeignSeats,
  readMessages,
  readMute,
  readPayments,
  readPlayDays,
  readPayouts,
  readPracticeRounds,
  readProtection,
  readRatings,
  readSkins,
  readPurchases,
  readReports,
  readRounds,
  readSeats,
  readSharedRounds,
  readSignIns,
} from './own-rows.ts';

/** A part of the file: its name, and its entries, a page at a time. */
type Part = readonly [name: string, pages: AsyncIterable<readonly unknown[]>];

/**
 * Everything that is kept about a player, as the JSON of one file, piece by piece: never more than a page of it is in memory, and
 * between two pages others have their turn. Links in it lead to `origin`.
 */
export async function* streamOwnData(context: Context, address: string, origin: string): AsyncGenerator<string> {
  const { db, now } = context;
  const profile = await showPlayer(context, address);
  const mute = (await readMute(db, address)) ?? null;
  const protection = await readProtection(db, address);
  const head = { version: 1, address, exportedAt: Math.floor(now()), profile, mute, protection };
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, pages] of partsOf(context, address, profile.username, origin)) {
    yield `,${JSON.stringify(name)}:[`;
    let comma = '';
    for await (const entries of pages) {
      yield comma + entries.map((entry) => JSON.stringify(entry)).join();
      comma = ',';
      await yieldToEventLoop();
    }
    yield ']';
  }
  yield '}\n';
}

function partsOf(context: Context, address: string, username: string, origin: string): readonly Part[] {
  const { db } = context;
  const nowMs = context.now();
  const pagesOf = <Row extends { readonly id: string }>(
    read: PageReader<Row>,
    timeOf: (row: Row) => number,
    show: (row: Row) => object,
  ) => keyed(async (before) => read(db, address, before), timeOf, show);
  const replayOf = (row: RoundRow): object => {
    return {
      ...summaryOf({ ...row, username }),
      replayUrl: `${origin}/replay#r=${makeReplayText(row.replay)}`,
      clicks: row.clicks,
      reactionMedianMs: row.reaction_median_ms,
      intervalVariationPct: row.interval_variation_pct,
      aimOffsetPct: row.aim_offset_pct,
      pathScore: row.path_score === null ? null : row.path_score / 1_000,
      contradictedClicks: row.contradicted,
      path: row.path === null ? null : Buffer.from(row.path).toString('base64url'),
    };
  };
  const paymentOf = (row: PaymentRow): object => {
    const { unsigned: _, ...payment } = serializePayment(context, row);
    return payment;
  };
  return [
    ['signIns', signInPages(context, address)],
    ['rounds', pagesOf(readRounds, (row) => row.played_at, replayOf)],
    ['practiceRounds', pagesOf(readPracticeRounds, (row) => row.playedAt, withoutId)],
    ['battles', battlePages(context, address, origin)],
    ['examinations', pagesOf(readExaminations, (row) => row.examined_at, showExamination)],
    [
      'dailyResults',
      pagesOf(
        readDailyResults,
        (row) => row.playedAt,
        ({ id: _, replay, ...result }) => ({ ...result, replayUrl: `${origin}/replay#r=${makeReplayText(replay)}` }),
      ),
    ],
    ['sharedRounds', pagesOf(readSharedRounds, (row) => row.sharedAt, same)],
    ['seats', pagesOf(readSeats, (row) => row.joinedAt, withoutId)],
    ['foreignSeats', pagesOf(readForeignSeats, (row) => row.joinedAt, withoutId)],
    ['chatMessages', pagesOf(readMessages, (row) => row.createdAt, same)],
    ['reports', pagesOf(readReports, (row) => row.createdAt, withoutId)],
    ['payments', pagesOf(readPayments, (row) => row.created_at, paymentOf)],
    [
      'payouts',
      pagesOf(
        readPayouts,
        (row) => row.created_at,
        (row) => showWithdrawal(context, row),
      ),
    ],
    [
      'purchases',
      pagesOf(
        readPurchases,
        (row) => row.expires_at,
        (row) => showPurchase(row, nowMs),
      ),
    ],
    ['skins', pagesOf(readSkins, (row) => row.purchasedAt, same)],
    ['ratings', pagesOf(readRatings, (row) => row.rated_at, showRatingChange)],
    ['playDays', pagesOf(readPlayDays, (row) => Date.parse(row.day), showPlayDay)],
    ['ledger', ledgerPages(context, address)],
  ];
}

/** Pages of rows, newest first: each begins after the last row of the one before, by its time and its id. */
async function* keyed<Row extends { readonly id: string }>(
  read: (before: Place) => Promise<readonly Row[]>,
  timeOf: (row: Row) => number,
  show: (row: Row) => object,
): AsyncGenerator<readonly object[]> {
  let rows = await read({ at: Number.MAX_SAFE_INTEGER, id: '' });
  for (;;) {
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(show);
    rows = await read({ at: timeOf(last), id: last.id });
  }
}

async function* signInPages({ db }: Context, address: string): AsyncGenerator<readonly object[]> {
  yield (await readSignIns(db, address)).map(showSignIn);
}

async function* battlePages({ db }: Context, address: string, origin: string): AsyncGenerator<readonly object[]> {
  let before: number | undefined;
  do {
    const page = await battlesOf(db, address, before, PAGE);
    if (page.battles.length > 0)
      yield page.battles.map((battle) => ({ ...battle, receiptUrl: `${origin}/receipt/${battle.sessionId}` }));
    before = page.next ?? undefined;
  } while (before !== undefined);
}

async function* ledgerPages({ db }: Context, address: string): AsyncGenerator<readonly object[]> {
  let before: number | null = null;
  do {
    const page: LedgerPage = await lines(db, address, before, PAGE);
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

/** Thousandths of a point. */
const POINT = 1_000;

const showRatingChange = (row: Awaited<ReturnType<typeof readRatings>>[number]): object => ({
  season: row.season,
  sessionId: row.id,
  ratedAt: row.rated_at,
  before: row.rating_before / POINT,
  after: row.rating / POINT,
  deviation: row.deviation / POINT,
});

const showPlayDay = (row: Awaited<ReturnType<typeof readPlayDays>>[number]): object => ({
  day: row.day,
  rounds: row.rounds,
  popped: row.popped,
  bestCombo: row.best_combo,
  bestScore: row.best_score,
  battles: row.battles,
  dailyRounds: row.daily_rounds,
  areQuestsComplete: row.is_complete === 1,
});

/** How a paid battle was played. The operator who has decided is not part of it. */
const showExamination = (row: ExaminationRow): object => ({
  sessionId: row.session_id,
  examinedAt: row.examined_at,
  reasons: row.reasons === '' ? [] : row.reasons.split(' '),
  clicks: row.clicks,
  reactionMedianMs: row.reaction_median_ms,
  intervalVariationPct: row.interval_variation_pct,
  aimOffsetPct: row.aim_offset_pct,
  pathScore: row.path_score === null ? null : row.path_score / 1_000,
  contradictedClicks: row.contradicted,
  path: row.path === null ? null : Buffer.from(row.path).toString('base64url'),
  review: row.status,
  amountSun: row.amount_sun,
  decisionReason: row.reason,
  decidedAt: row.decided_at,
});
