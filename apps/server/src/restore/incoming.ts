import type { ChainError } from '@popfray/chain';
import type { Context } from '../platform/context/index.ts';
import { findByTxid, refuse, settleFound } from '../payments/index.ts';
import { changeFound, type FoundTransfer } from './found-transfer.ts';

/**
 * Settles a payment of a player that this database did not know, by the rules of a recovery: for the intent that it fits, and to
 * the player's balance otherwise. Returns why the node did not answer, or null.
 */
export async function bookIncoming(context: Context, { txid, address }: FoundTransfer): Promise<ChainError | null> {
  const { db, chain } = context;
  const known = await findByTxid(db, txid);
  if (known === undefined || known.settled_at === null) {
    const looked = await chain.findPayment(txid);
    if (!looked.ok) return looked.error;
    if (looked.value.state !== 'paid' || refuse(context, address, looked.value) !== null)
      return {
        code: 'ERR_CHAIN_ANSWER',
        reason: `the node shows ${txid} as ${looked.value.state}, and its block shows it paid`,
      };
    const settled = await settleFound(context, address, looked.value);
    // ERR_TX_USED: the player named it at the same time.
    if (!settled.ok && settled.error !== 'ERR_TX_USED')
      return { code: 'ERR_CHAIN_ANSWER', reason: `${txid} cannot be settled: ${settled.error}` };
  }
  await changeFound(db, txid, { status: 'booked' });
  context.log({
    event: 'notice',
    about: 'payment',
    id: txid,
    message: `A payment of ${address} was unknown, and is booked.`,
  });
  return null;
}
