import type { StatementMonth } from '@popfray/protocol';
import { playerAccount } from '../ledger/index.ts';
import { DAY_MS } from '../platform/clock/index.ts';
import { type Database, prepareQuery } from '../platform/database/index.ts';

/** What a movement of a player's money was. */
export type MovementKind = 'deposit' | 'fee' | 'refund' | 'prize' | 'upgrade' | 'withdrawal' | 'adjustment';

/** A movement of a player's money. */
export interface Movement {
  readonly kind: MovementKind;
  /** Above 0 to the player, below 0 from the player. */
  readonly amountSun: number;
  /** When it was booked, epoch ms. */
  readonly at: number;
}

/**
 * Kinds of ledger entries on a player's account. A `refund` is money from the chain that could not buy what it was sent for: it was no loss
 * before, so it counts as a deposit. Every other kind is an adjustment.
 */
const KINDS: Readonly<Record<string, MovementKind>> = {
  deposit: 'deposit',
  refund: 'deposit',
  'entry-fee': 'fee',
  'entry-refund': 'refund',
  'battle-share': 'prize',
  'round-reward': 'prize',
  purchase: 'upgrade',
  withdrawal: 'withdrawal',
  'withdrawal-return': 'withdrawal',
};

/** What limits count as the result of paid play. */
const RESULT: ReadonlySet<MovementKind> = new Set(['fee', 'refund', 'prize', 'upgrade']);

/** Lines of an account that are read at once. */
const PAGE = 200;

/** By how much the times of an account's lines may be out of order, ms. */
const DISORDER_MS = 60_000;

/** How long before its settlement a payment can have begun, ms: recovery.ts accepts intents that expired a day ago. */
const LONGEST_PAYMENT_MS = 3 * DAY_MS;

/** A page of a player's account before a line, the newest first. Compiled once, because paid actions wait for it. */
const findLines = prepareQuery((db: Database, owner: string, before: number) =>
  db
    .selectFrom('postings')
    .innerJoin('entries', 'entries.id', 'postings.entry_id')
    .select(['postings.number', 'postings.amount_sun', 'entries.kind', 'entries.created_at'])
    .where('postings.account_id', '=', (eb) =>
      eb
        .selectFrom('accounts')
        .select('accounts.id')
        .where('accounts.kind', '=', playerAccount('').kind)
        .where('accounts.owner', '=', owner),
    )
    .where('postings.number', '<', before)
    .orderBy('postings.number', 'desc')
    .limit(PAGE),
);

/** Payments from the wallet, which are booked from the chain to what was bought, and so are not on the player's account. */
const findWalletPayments = prepareQuery((db: Database, address: string, since: number, begunSince: number) =>
  db
    .selectFrom('payments')
    .select(['purpose', 'amount_sun', 'settled_at'])
    .where('address', '=', address)
    .where('created_at', '>=', begunSince)
    .where('source', '=', 'wallet')
    .where('status', '=', 'applied')
    .where('purpose', '!=', 'deposit')
    .where('settled_at', '>=', since),
);

/** Signed payments from the wallet that have passed the gate and are not settled, or expired and can still arrive. */
const findPending = prepareQuery((db: Database, address: string, begunSince: number) =>
  db
    .selectFrom('payments')
    .select(['purpose', 'amount_sun'])
    .where('address', '=', address)
    .where('created_at', '>=', begunSince)
    .where('status', 'in', ['sent', 'confirming', 'expired'])
    .where('signed', 'is not', null)
    .where('check_at', 'is not', null),
);

/** Reads all movements of a player's money since a time, in no order. */
export async function movementsOf(db: Database, address: string, sinceMs: number): Promise<Movement[]> {
  const movements: Movement[] = [];
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const lines = await findLines(db, address, before);
    for (const { amount_sun: amountSun, kind, created_at: at } of lines)
      if (at >= sinceMs) movements.push({ kind: KINDS[kind] ?? 'adjustment', amountSun, at });
    const last = lines.at(-1);
    if (last === undefined || lines.length < PAGE || last.created_at < sinceMs - DISORDER_MS) break;
    before = last.number;
  }
  const begunSince = Math.max(0, sinceMs - LONGEST_PAYMENT_MS);
  for (const { purpose, amount_sun, settled_at } of await findWalletPayments(db, address, sinceMs, begunSince))
    movements.push({ kind: purpose === 'upgrade' ? 'upgrade' : 'fee', amountSun: -amount_sun, at: settled_at ?? 0 });
  return movements;
}

/** What a player has signed and what is not settled yet, sun: to spend on play, and to deposit. */
export interface Pending {
  readonly spentSun: number;
  readonly depositsSun: number;
}

/** Reads what a player has signed and what is not settled yet. */
export async function pendingOf(db: Database, address: string, nowMs: number): Promise<Pending> {
  const rows = await findPending(db, address, Math.max(0, Math.floor(nowMs) - LONGEST_PAYMENT_MS));
  const total = (isDeposit: boolean): number =>
    rows.reduce((all, row) => ((row.purpose === 'deposit') === isDeposit ? all + row.amount_sun : all), 0);
  return { spentSun: total(false), depositsSun: total(true) };
}

/** The result of paid play since a time, sun: below 0 for a loss. */
export const resultOf = (movements: readonly Movement[], sinceMs: number): number =>
  sum(movements, (kind) => RESULT.has(kind), sinceMs);

/** Deposits since a time, sun. */
export const depositsOf = (movements: readonly Movement[], sinceMs: number): number =>
  sum(movements, (kind) => kind === 'deposit', sinceMs);

const sum = (movements: readonly Movement[], isCounted: (kind: MovementKind) => boolean, sinceMs: number): number =>
  movements.reduce(
    (total, { kind, amountSun, at }) => (isCounted(kind) && at >= sinceMs ? total + amountSun : total),
    0,
  );

/** A player's statement by month, the newest first. Months without a movement are left out. */
export async function statementOf(db: Database, address: string): Promise<StatementMonth[]> {
  const movements = await db.inSnapshot(async () => movementsOf(db, address, 0));
  const months = Map.groupBy(movements, ({ at }) => new Date(at).toISOString().slice(0, '2026-01'.length));
  return [...months].map(([month, own]) => summarize(month, own)).toSorted((a, b) => (a.month < b.month ? 1 : -1));
}

function summarize(month: string, movements: readonly Movement[]): StatementMonth {
  const of = (wanted: MovementKind): number => sum(movements, (kind) => kind === wanted, 0);
  // 0 - 0 is 0, and -0 is not an integer in JSON.
  const out = (wanted: MovementKind): number => 0 - of(wanted);
  return {
    month,
    depositsSun: of('deposit'),
    feesSun: out('fee'),
    refundsSun: of('refund'),
    prizesSun: of('prize'),
    upgradesSun: out('upgrade'),
    withdrawalsSun: out('withdrawal'),
    adjustmentsSun: of('adjustment'),
    netSun: resultOf(movements, 0),
  };
}
