import { fetchValues } from '../platform/database/raw-query.fixture.ts';
import type { Transfer } from '@popfray/chain';
import type { Context } from '../platform/context/context.ts';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, CHAIN_IN, CHAIN_OUT, playerAccount } from '../ledger/ledger.ts';
import { recoverPayment } from '../payments/recovery.ts';
import { arePayoutsFrozen } from '../payouts/freeze.ts';
import { checkTransfers } from '../verification/transfer-check.ts';
import { GIFT_SUN, type Customer } from './restore-customer.ts';

/** What went wrong with the money. */
export interface Losses {
  /** Transfers of the chain out of the house and into it. */
  readonly paidOut: number;
  readonly paidIn: number;
  /** sun that customers have got above what was theirs, and sun of theirs that is gone. */
  readonly paidTwiceSun: number;
  readonly lostSun: number;
  /** All that is wrong, in words: each of the above, what the books say differently, what the audit and `db:verify` find. */
  readonly findings: readonly string[];
}

/** Compares what every customer got on the chain with what was theirs, and the books with the chain. */
export async function findLosses(context: Context, customers: readonly Customer[]): Promise<Losses> {
  const { db } = context;
  const findings: string[] = [];
  if (await arePayoutsFrozen(db)) findings.push('payouts are still frozen');
  // Payments that were made by hand while a server ran, and were never named, can still be named.
  for (const { address, unrecovered } of customers)
    for (const txid of unrecovered) await recoverPayment(context, address, txid);
  const chain = await readTransfers(context);
  const applied = new Set(await fetchValues<string>(db, "SELECT txid FROM payments WHERE status = 'applied'"));
  let paidTwiceSun = 0;
  let lostSun = 0;
  for (const { address } of customers) {
    // Theirs: what they had, and what they paid without having got anything for it.
    const ownSun = GIFT_SUN + sumOf(chain.in.filter(({ from, txid }) => from === address && !applied.has(txid)));
    const gotSun = sumOf(chain.out.filter(({ to }) => to === address)) + (await balanceOf(db, playerAccount(address)));
    if (gotSun > ownSun) paidTwiceSun += gotSun - ownSun;
    if (gotSun < ownSun) lostSun += ownSun - gotSun;
    if (gotSun !== ownSun) findings.push(`${address} had ${ownSun} sun, and got or has ${gotSun}`);
  }
  const booked = { out: await balanceOf(db, CHAIN_OUT), in: -(await balanceOf(db, CHAIN_IN)) };
  if (booked.out !== sumOf(chain.out)) findings.push(`${sumOf(chain.out)} sun were paid, and ${booked.out} are booked`);
  if (booked.in !== sumOf(chain.in)) findings.push(`${sumOf(chain.in)} sun came in, and ${booked.in} are booked`);
  const verified = await checkTransfers(db, context.chain, context.house.address);
  findings.push(
    ...[...(await auditLedger(db)).differences, ...verified.differences].map(({ message }) => message),
    ...(await db.engine.findDamage()),
    ...(verified.unread === null ? [] : [verified.unread]),
  );
  return { paidOut: chain.out.length, paidIn: chain.in.length, paidTwiceSun, lostSun, findings };
}

const sumOf = (transfers: readonly Transfer[]): number => transfers.reduce((sum, { amount }) => sum + amount, 0);

/** Every final transfer from and to the house. */
async function readTransfers({ chain, house }: Context): Promise<Record<'out' | 'in', readonly Transfer[]>> {
  const head = await chain.head();
  if (!head.ok) throw new Error(head.error.reason);
  const transfers: Transfer[] = [];
  for (let number = 1; number <= head.value.solidNumber; number++) {
    const block = await chain.blockTransfers(number);
    if (!block.ok || block.value === null) throw new Error(`block ${number} cannot be read`);
    transfers.push(...block.value.transfers);
  }
  return {
    out: transfers.filter(({ from }) => from === house.address),
    in: transfers.filter(({ to }) => to === house.address),
  };
}
