import type { FoundTransfer as ShownTransfer, PayoutFreeze } from '@popfray/protocol/admin';
import type { Context } from '../platform/context/index.ts';
import { findScan } from '../payouts/index.ts';
import { openTransfers, owedTransfers, type FoundTransfer } from './found-transfer.ts';

/** Whether payouts are frozen, how far the chain was read, and what is left to do. Sends no request. */
export async function showPayoutFreeze(context: Pick<Context, 'db' | 'chain'>): Promise<PayoutFreeze> {
  const { db } = context;
  const { scan, found } = await db.inSnapshot(async () => ({
    scan: await findScan(db),
    found: [...(await openTransfers(db)), ...(await owedTransfers(db))],
  }));
  const { cause, frozen_since, waits_until, block_number, target_number, trouble } = scan;
  return {
    isFrozen: frozen_since !== null,
    cause,
    since: frozen_since,
    waitsUntil: waits_until,
    blockNumber: block_number,
    targetNumber: target_number,
    trouble,
    transfers: found.map((transfer) => showTransfer(context, transfer)),
  };
}

const showTransfer = ({ chain }: Pick<Context, 'chain'>, found: FoundTransfer): ShownTransfer => ({
  txid: found.txid,
  explorerUrl: chain.explorerUrl(found.txid),
  direction: found.direction,
  address: found.address,
  amountSun: found.amount_sun,
  blockNumber: found.block_number,
  atMs: found.block_ms,
  status: found.status === 'by-hand' ? 'booked' : found.status,
  debtSun: found.debt_sun,
  debtStatus: found.debt_status === 'open' || found.debt_status === 'collecting' ? found.debt_status : 'none',
});
