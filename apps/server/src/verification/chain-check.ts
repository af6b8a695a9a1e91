import type { ChainNode, PaymentLookup } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import type { Database } from '../platform/database/index.ts';

/** What a database and the chain say differently. */
export interface ChainDifference {
  readonly code:
    /** A payment that was credited and is not on the chain as it says. */
    | 'ERR_PAYMENT_CHAIN'
    /** A payout that is confirmed and is not on the chain as it says. */
    | 'ERR_PAYOUT_CHAIN'
    /** A payout that the chain has paid more often, or by another transaction, than the database says. */
    | 'ERR_PAYOUT_TWICE';
  readonly message: string;
}

/** As much of a node as is asked here. */
type Lookup = Pick<ChainNode, 'findPayment'>;

/** What came of asking the chain. */
export interface ChainCheck {
  /** Transactions compared. */
  readonly compared: number;
  /** Transactions that the node did not answer for, and its last words about it; empty when it answered for all. */
  readonly unanswered: number;
  readonly reason: string;
  readonly differences: readonly ChainDifference[];
}

/** A node that leaves so many questions unanswered one after the other is not asked any more. */
const PATIENCE = 3;

const TXID = /^[0-9a-f]{64}$/;

/** A transaction to look up, and what is wrong with what the chain says of it; null when nothing is. */
interface Question {
  readonly txid: string;
  readonly judge: (found: PaymentLookup) => ChainDifference | null;
}

/**
 * Compares every credited payment, every confirmed payout and every transaction of an abandoned payout with the chain. Sends the node one
 * request at a time. `houseAddress` is null when the house's address is unknown.
 */
export async function checkChain(db: Database, chain: Lookup, houseAddress: string | null): Promise<ChainCheck> {
  const differences: ChainDifference[] = [];
  let compared = 0;
  let unanswered = 0;
  let inARow = 0;
  let reason = '';
  for (const { txid, judge } of await questionsOf(db, houseAddress)) {
    const found = inARow < PATIENCE ? await lookUp(chain, txid) : null;
    if (found?.ok === true) {
      compared++;
      inARow = 0;
      const difference = judge(found.value);
      if (difference !== null) differences.push(difference);
    } else {
      unanswered++;
      inARow++;
      if (found !== null) ({ reason } = found.error);
    }
  }
  return { compared, unanswered, reason, differences };
}

/** What the chain knows of a transaction; nothing, of an id that is none. */
async function lookUp(chain: Lookup, txid: string): ReturnType<ChainNode['findPayment']> {
  return TXID.test(txid) ? chain.findPayment(txid) : ok({ state: 'absent' });
}

async function questionsOf(db: Database, houseAddress: string | null): Promise<readonly Question[]> {
  return db.inSnapshot(async () => [
    ...(await paymentQuestions(db)),
    ...(await payoutQuestions(db, houseAddress)),
    ...(await deadQuestions(db)),
  ]);
}

async function paymentQuestions(db: Database): Promise<readonly Question[]> {
  const query = db
    .selectFrom('payments')
    .selectAll()
    .where('status', 'in', ['applied', 'refunded'])
    // What a balance paid has no transaction: the audit of the ledger checks it.
    .where('source', '=', 'wallet')
    .orderBy('created_at')
    .orderBy('id');
  return (await query.execute()).map(({ id, txid, status, address, recipient, amount_sun, block_number }) => ({
    txid: txid ?? '',
    judge(found) {
      const wanted = { from: address, to: recipient, amount: amount_sun, block: block_number };
      const flaw = flawOf(found, wanted);
      if (flaw === null) return null;
      const message = `payment ${id} is ${status}, and its transaction ${txid} ${flaw}`;
      return { code: 'ERR_PAYMENT_CHAIN', message };
    },
  }));
}

async function payoutQuestions(db: Database, houseAddress: string | null): Promise<readonly Question[]> {
  const query = db
    .selectFrom('payouts')
    .selectAll()
    .where('status', '=', 'confirmed')
    .orderBy('created_at')
    .orderBy('id');
  return (await query.execute()).map(({ id, txid, address, amount_sun, block_number }) => ({
    txid: txid ?? '',
    judge(found) {
      const flaw = flawOf(found, { from: houseAddress, to: address, amount: amount_sun, block: block_number });
      if (flaw === null) return null;
      const message = `payout ${id} is confirmed, and its transaction ${txid} ${flaw}`;
      return { code: 'ERR_PAYOUT_CHAIN', message };
    },
  }));
}

/** A transaction that was given up must never have been included: if it was, the payout was paid by it too. */
async function deadQuestions(db: Database): Promise<readonly Question[]> {
  const query = db
    .selectFrom('payout_attempts')
    .innerJoin('payouts', 'payouts.id', 'payout_attempts.payout_id')
    .select(['payout_attempts.txid', 'payouts.id', 'payouts.status'])
    .where((of) => of.or([of('payout_attempts.state', '=', 'dead'), of('payouts.status', '=', 'returned')]))
    .orderBy('payout_attempts.built_at')
    .orderBy('payout_attempts.txid');
  return (await query.execute()).map(({ txid, id, status }) => ({
    txid,
    judge(found) {
      if (found.state !== 'paid') return null;
      const message = `payout ${id} is ${status}, and a transaction of it that was given up, ${txid}, paid ${found.transfer.amount} sun`;
      return { code: 'ERR_PAYOUT_TWICE', message };
    },
  }));
}

/** What a transaction is to be; null where it is not known. */
interface Wanted {
  readonly from: string | null;
  readonly to: string;
  readonly amount: number;
  readonly block: number | null;
}

/** What is wrong with a transaction, as the end of a sentence; null when nothing is. */
function flawOf(found: PaymentLookup, { from, to, amount, block }: Wanted): string | null {
  if (found.state !== 'paid') return `is ${found.state} on the chain`;
  const { transfer, blockNumber } = found;
  if (transfer.amount !== amount) return `moves ${transfer.amount} sun, not ${amount}`;
  if (transfer.to !== to) return `goes to ${transfer.to}, not to ${to}`;
  if (from !== null && transfer.from !== from) return `comes from ${transfer.from}, not from ${from}`;
  if (block !== null && blockNumber !== block) return `is in block ${blockNumber}, not in ${block}`;
  return null;
}
