import type { ChainError } from '@popfray/chain';
import type { Context } from '../platform/context/index.ts';
import type { Database, PayoutRow } from '../platform/database/index.ts';
import { balanceOf, playerAccount, postEntry, RESTORED_DEBTS } from '../ledger/index.ts';
import type { PaidLookup } from '../chain/index.ts';
import { confirmPaid, findLiving, giveBack, queuePayout, RESTORED_ID } from '../payouts/index.ts';
import { changeFound, findFound, type FoundTransfer } from './found-transfer.ts';

/**
 * Books a transfer that the house made and this database did not know against the player who received it: as the payout it was for,
 * where one of that amount is open, and as a withdrawal from the player's balance otherwise. What the balance does not cover is
 * owed to the house until the operator decides. Returns why the node did not answer, or null.
 */
export async function bookOutgoing(context: Context, found: FoundTransfer): Promise<ChainError | null> {
  const { db, chain, house } = context;
  if (await hasLiving(db, found.address)) return null;
  const looked = await chain.findPayment(found.txid);
  if (!looked.ok) return looked.error;
  const paid = looked.value;
  if (paid.state !== 'paid' || paid.transfer.from !== house.address || paid.transfer.to !== found.address)
    return {
      code: 'ERR_CHAIN_ANSWER',
      reason: `the node shows ${found.txid} as ${paid.state}, and its block shows it paid`,
    };
  const isBooked = await db.inTransaction(async () => {
    // The node was asked in between.
    if ((await findFound(db, found.txid))?.status !== 'found' || (await hasLiving(db, found.address))) return false;
    await book(db, found, paid, context.now());
    await changeFound(db, found.txid, { status: 'booked' });
    return true;
  });
  if (!isBooked) return null;
  const message = `A transfer of ${found.amount_sun} sun to ${found.address} in block ${found.block_number} was unknown, and is booked.`;
  context.log({ event: 'notice', about: 'payout', id: found.txid, message });
  context.onStep('transfer.booked');
  return null;
}

/** Payouts of a player that are not over, the oldest first. */
const openPayouts = async (db: Database, address: string): Promise<PayoutRow[]> =>
  db
    .selectFrom('payouts')
    .selectAll()
    .where('address', '=', address)
    .where('status', 'in', ['queued', 'sent', 'stuck'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/**
 * Whether a transaction of one of a player's payouts may still be included. Each payout ends by its own transaction or by none, and only
 * then is it known which payout an unknown transfer was.
 */
async function hasLiving(db: Database, address: string): Promise<boolean> {
  for (const { id } of await openPayouts(db, address)) if ((await findLiving(db, id)) !== undefined) return true;
  return false;
}

async function book(db: Database, found: FoundTransfer, paid: PaidLookup, now: number): Promise<void> {
  const { address, amount_sun: amountSun } = found;
  const open = await openPayouts(db, address);
  const same = open.find((row) => row.amount_sun === amountSun);
  if (same !== undefined) {
    if (!(await confirmPaid(db, same, paid, now))) throw new Error(`payout ${same.id} is not where it was`);
    return;
  }
  const account = playerAccount(address);
  // A payout that was given back and withdrawn in another amount since the backup is still open here.
  for (const row of open.toReversed()) {
    if ((await balanceOf(db, account)) >= amountSun) break;
    if ((await giveBack(db, row, now)) === null) throw new Error(`payout ${row.id} is not where it was`);
  }
  const missingSun = amountSun - (await balanceOf(db, account));
  if (missingSun > 0) await lend(db, found, missingSun, now);
  const row = await queuePayout(db, { id: payoutIdOf(found), address, amountSun }, Math.floor(now));
  if (!(await confirmPaid(db, row, paid, now))) throw new Error(`payout ${row.id} is not where it was`);
}

/** Id of the payout that stands for a transfer that was found. */
const payoutIdOf = ({ txid }: FoundTransfer): string => `${RESTORED_ID}${txid.slice(0, 32)}`;

/** Covers what a balance lacks, so that no account goes below zero that must not; the player owes it until the operator decides. */
async function lend(db: Database, { txid, address }: FoundTransfer, amountSun: number, now: number): Promise<void> {
  const postings = [
    { account: RESTORED_DEBTS, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const entered = await postEntry(
    db,
    { key: `restored-debt:${txid}`, kind: 'restored-debt', reference: txid, postings },
    now,
  );
  if (entered !== 'posted') throw new Error(`the debt of ${txid} cannot be entered: ${entered}`);
  await changeFound(db, txid, { debt_sun: amountSun, debt_status: 'open' });
}
