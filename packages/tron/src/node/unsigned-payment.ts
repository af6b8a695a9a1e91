import type { Answer, PaymentPlan, UnsignedPayment } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { isAddress } from './address.ts';
import { askNewestBlock, askSolidBlock } from './block.ts';
import { badAnswer, type Ask } from './http-api.ts';
import { makeTransaction, parseTransaction } from './transaction.ts';
import { encodeMemo } from './raw-transfer.ts';
import { loadTronWeb } from './tronweb.ts';

/** The longest that a transaction may wait for a block, ms. java-tron's MAXIMUM_TIME_UNTIL_EXPIRATION. */
const LONGEST_LIFE_MS = 86_400_000;

/**
 * Builds a transfer by tronweb and by our own code, which must agree before it is signed. It references the newest final
 * block, not on the newest: a block that is undone would take the transaction with it (TAPOS_ERROR).
 */
export async function buildPayment(ask: Ask, askSolid: Ask, plan: PaymentPlan): Answer<UnsignedPayment> {
  checkPlan(plan);
  const { from, to, amount, expiresAtMs, timestampMs, memo = '' } = plan;
  // First, for it keeps the process so busy that an answer asked for meanwhile would seem late.
  const tronWeb = await loadTronWeb();
  const solid = await askSolidBlock(askSolid);
  if (!solid.ok) return solid;
  const newest = await askNewestBlock(ask);
  if (!newest.ok) return newest;
  const headMs = newest.value.timestampMs;
  if (expiresAtMs <= headMs || expiresAtMs > headMs + LONGEST_LIFE_MS) {
    return badAnswer(`the head is at ${headMs} ms, from where nothing can expire at ${expiresAtMs} ms`);
  }
  const refBlockBytes = solid.value.id.slice(12, 16);
  const refBlockHash = solid.value.id.slice(16, 32);
  const bare = await tronWeb.transactionBuilder.sendTrx(to, amount, from, {
    blockHeader: {
      ref_block_bytes: refBlockBytes,
      ref_block_hash: refBlockHash,
      expiration: expiresAtMs,
      timestamp: timestampMs,
    },
  });
  const built =
    memo === '' ? bare : await tronWeb.transactionBuilder.addUpdateData(bare, memo, 'utf8', { txLocal: true });
  const raw = {
    from,
    to,
    amount,
    timestampMs,
    expirationMs: expiresAtMs,
    refBlockBytes,
    refBlockHash,
    refBlockNumber: 0,
    data: encodeMemo(memo),
    permissionId: 0,
    feeLimit: 0,
  };
  const unsigned = makeTransaction({ txid: built.txID, raw, signatures: [] });
  // The txid is the hash of everything that a transaction says.
  if (parseTransaction(unsigned)?.txid !== built.txID)
    throw new Error('tronweb built another payment than it was asked for');
  return ok({ txid: built.txID, unsigned, expiresAtMs });
}

function checkPlan({ from, to, amount, expiresAtMs, timestampMs }: PaymentPlan): void {
  if (!isAddress(from) || !isAddress(to)) throw new RangeError('a payment goes from an address to an address');
  if (from === to) throw new RangeError('sender and recipient are the same account');
  if (!isPositive(amount)) throw new RangeError('an amount is a safe integer above 0');
  if (!isPositive(timestampMs) || !isPositive(expiresAtMs)) throw new RangeError('a time is whole ms of the epoch');
}

const isPositive = (value: number): boolean => Number.isSafeInteger(value) && value > 0;
