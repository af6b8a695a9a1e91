import { err, ok, type Result } from '@popfray/chain';
import { PAYMENT_MS, type FailureCode, type UpgradeOffer } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { sql } from '../database/database.ts';
import type { PaymentRow } from '../database/schema.ts';
import { findOffer } from '../upgrades/catalogue.ts';
import { isActive } from '../upgrades/purchase.ts';
import { credit, isExact, type PaidLookup } from './credit.ts';
import { addPayment, createId, findByTxid, findPayment, move, nextStamp } from './payment.ts';
import { follow, isMadeSince } from './settlement.ts';

/** How long after an intent has lapsed a payment still counts for it, ms: as long as TRON lets a transaction live. */
const LATE_MS = 24 * 60 * 60_000;

/** Most transactions that a player can have named and nobody has seen yet. */
const MAX_CLAIMS = 3;

const TXID = /^[0-9a-f]{64}$/i;

/** What the specification's purchase call says. Its price and duration are not looked at. */
export interface NamedPurchase {
  readonly walletAddress: string;
  readonly upgradeId: string;
  readonly txHash: string;
}

/** A payment, or why there is none. */
type Outcome = Result<PaymentRow, FailureCode>;

/**
 * Buys an upgrade with a transaction that the wallet has made and sent by itself. One that is final counts at once; one that is
 * not is watched, and reserves nothing until then, so that nobody can take another's by naming it first. It must be no older than
 * the player's intent, or, without one, than `PAYMENT_MS`.
 */
export async function nameTransaction(context: Context, address: string, named: NamedPurchase): Promise<Outcome> {
  const { db, now } = context;
  if (named.walletAddress !== address) return err('ERR_ADDRESS_OTHER');
  const offer = findOffer(named.upgradeId);
  if (offer === undefined) return err('ERR_UPGRADE_UNKNOWN');
  if (!TXID.test(named.txHash)) return err('ERR_TXID');
  const txid = named.txHash.toLowerCase();
  const known = findByTxid(db, txid);
  if (known !== undefined) return nameKnown(context, address, offer, known);

  const sinceMs = findIntent(context, address, offer)?.created_at ?? now() - PAYMENT_MS;
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return err('ERR_CHAIN');
  switch (found.value.state) {
    case 'absent':
    case 'pending':
      return claim(context, address, offer, txid, found.value.state);
    case 'failed':
      return err('ERR_TX_FAILED');
    case 'foreign':
      return err('ERR_TX_FOREIGN');
    case 'paid': {
      const refusal = refuse(context, address, found.value);
      if (refusal !== null) return err(refusal);
      if (found.value.transfer.amount !== offer.priceSun) return err('ERR_TX_AMOUNT');
      if (!isMadeSince(found.value, sinceMs)) return err('ERR_TX_OLD');
      return settleFound(context, address, found.value, offer);
    }
  }
}

/**
 * Finds any final payment from the player's wallet to the house that nothing has come of: gives what it was for when it fits an
 * intent that was not paid (its exact amount, made after it), adds it to the balance otherwise.
 */
export async function recoverPayment(context: Context, address: string, text: string): Promise<Outcome> {
  if (!TXID.test(text)) return err('ERR_TXID');
  const txid = text.toLowerCase();
  const known = findByTxid(context.db, txid);
  if (known !== undefined && known.address !== address) return err('ERR_TX_SENDER');
  if (known !== undefined && known.settled_at !== null) return err('ERR_TX_USED');
  const found = await context.chain.findPayment(txid);
  if (!found.ok) return err('ERR_CHAIN');
  switch (found.value.state) {
    case 'absent':
      return err('ERR_TX_ABSENT');
    case 'pending':
      return err('ERR_TX_PENDING');
    case 'failed':
      return err('ERR_TX_FAILED');
    case 'foreign':
      return err('ERR_TX_FOREIGN');
    case 'paid': {
      const refusal = refuse(context, address, found.value, known?.recipient);
      return refusal === null ? settleFound(context, address, found.value) : err(refusal);
    }
  }
}

/** The transaction is that of an intent: whatever the wallet did with it, the intent follows it. */
async function nameKnown(context: Context, address: string, offer: UpgradeOffer, known: PaymentRow): Promise<Outcome> {
  if (known.address !== address) return err('ERR_TX_SENDER');
  if (known.settled_at !== null) return err('ERR_TX_USED');
  if (known.upgrade_id !== offer.id) return err('ERR_TX_AMOUNT');
  const change = { check_at: Math.floor(context.now()) };
  const watched = (known.status === 'awaiting' ? move(context.db, known, 'sent', change) : null) ?? known;
  const trouble = await follow(context, watched);
  if (trouble !== null) return err('ERR_CHAIN');
  const row = findPayment(context.db, known.id) ?? known;
  return row.status === 'failed' ? err('ERR_TX_FAILED') : ok(row);
}

/** Who paid whom; null when it was the player the house. */
function refuse(context: Context, address: string, { transfer }: PaidLookup, recipient?: string): FailureCode | null {
  if (transfer.to !== (recipient ?? context.house.address)) return 'ERR_TX_RECIPIENT';
  return transfer.from === address ? null : 'ERR_TX_SENDER';
}

/** Writes down what a player named and the chain does not finally know. The same again changes nothing. */
function claim(
  context: Context,
  address: string,
  offer: UpgradeOffer,
  txid: string,
  state: 'absent' | 'pending',
): Outcome {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const claimed = db.transaction((): Outcome => {
    const open = db.all<PaymentRow>(
      sql
        .selectFrom('payments')
        .selectAll()
        .where('address', '=', address)
        .where('claim', 'is not', null)
        .where('status', 'in', ['sent', 'confirming']),
    );
    const same = open.find((row) => row.claim === txid);
    if (same !== undefined) return ok(same);
    if (open.length >= MAX_CLAIMS) return err('ERR_RATE');
    const row = newPayment(context, address, offer, offer.priceSun);
    const claimedRow: PaymentRow = {
      ...row,
      status: state === 'pending' ? 'confirming' : 'sent',
      claim: txid,
      check_at: nowMs,
    };
    addPayment(db, claimedRow);
    return ok(claimedRow);
  });
  context.onStep('payment.claimed');
  return claimed;
}

/**
 * Settles a final payment of the player to the house, by whichever payment it belongs to: the one that built or named it, the
 * intent it fits, or one of its own.
 */
function settleFound(context: Context, address: string, paid: PaidLookup, offer?: UpgradeOffer): Outcome {
  const { db } = context;
  const { txid, amount } = paid.transfer;
  const settled = db.transaction((): Outcome => {
    const known = findByTxid(db, txid);
    if (known !== undefined && known.settled_at !== null) return err('ERR_TX_USED');
    if (known !== undefined && !isExact(known, paid)) return err('ERR_CHAIN');
    const carrier = known ?? findClaim(context, address, txid) ?? findFitting(context, address, paid, offer);
    const row = carrier ?? newPayment(context, address, offer, amount);
    if (carrier === undefined) addPayment(db, row);
    const credited = credit(context, row, paid);
    if (credited === null) return err('ERR_TX_USED');
    if (row.txid !== null && row.txid !== txid) keepWatching(context, row);
    return ok(credited);
  });
  if (settled.ok) context.onStep(settled.value.status === 'applied' ? 'payment.applied' : 'payment.refunded');
  return settled;
}

/** A player's open claim to a transaction. */
const findClaim = ({ db }: Context, address: string, txid: string): PaymentRow | undefined =>
  db.get<PaymentRow>(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('claim', '=', txid)
      .where('status', 'in', ['sent', 'confirming']),
  );

/** The intent that awaits the wallet for an upgrade. */
const findIntent = ({ db }: Context, address: string, offer: UpgradeOffer): PaymentRow | undefined =>
  db.get<PaymentRow>(
    sql
      .selectFrom('payments')
      .selectAll()
      .where('address', '=', address)
      .where('upgrade_id', '=', offer.id)
      .where('status', '=', 'awaiting'),
  );

/** The newest intent that a payment fits: of its exact amount, begun before it, not paid, and its upgrade not in force. */
function findFitting(
  context: Context,
  address: string,
  paid: PaidLookup,
  offer?: UpgradeOffer,
): PaymentRow | undefined {
  const query = sql
    .selectFrom('payments')
    .selectAll()
    .where('address', '=', address)
    .where('amount_sun', '=', paid.transfer.amount)
    .where('recipient', '=', paid.transfer.to)
    .where('status', 'in', ['awaiting', 'cancelled', 'expired'])
    .where('expires_at', '>=', paid.blockTimestampMs - LATE_MS)
    .orderBy('created_at', 'desc');
  return context.db
    .all<PaymentRow>(offer === undefined ? query : query.where('upgrade_id', '=', offer.id))
    .find(
      (row) => isMadeSince(paid, row.created_at) && !isActive(context.db, address, row.upgrade_id ?? '', context.now()),
    );
}

/** An intent has been paid by another transaction than its own, and its own can still be paid: a payment of its own goes on watching. */
function keepWatching(context: Context, { txid, unsigned, ...row }: PaymentRow): void {
  if (row.check_at === null) return;
  const stamps = { created_at: nextStamp(context.db, row.address, context.now()), expires_at: row.expires_at };
  addPayment(context.db, { ...row, ...stamps, id: createId(context), status: 'cancelled', txid, unsigned });
}

/** A payment that no intent came before. */
function newPayment(context: Context, address: string, offer: UpgradeOffer | undefined, amountSun: number): PaymentRow {
  const createdAt = nextStamp(context.db, address, context.now());
  return {
    id: createId(context),
    address,
    purpose: offer === undefined ? 'recovered' : 'upgrade',
    upgrade_id: offer?.id ?? null,
    recipient: context.house.address,
    amount_sun: amountSun,
    status: 'confirming',
    created_at: createdAt,
    expires_at: createdAt + PAYMENT_MS,
    txid: null,
    claim: null,
    unsigned: null,
    signed: null,
    block_number: null,
    settled_at: null,
    check_at: null,
  };
}
