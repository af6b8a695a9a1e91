import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { Answer, ChainError, PaymentLookup } from '@popfray/chain';
import { ok, type Result } from '@popfray/engine/result';
import { z } from 'zod';
import { badAnswer, expectShape, isNothing, type Ask } from './http-api.ts';
import { decodeTransfer, encodeTransfer, type RawTransfer } from './raw-transfer.ts';
import { hashOf, hexBytes, parseRawData, txidHex } from './transaction.ts';

/** A transaction that a node knows, and what its bytes say. */
interface Known {
  /** Why it is no plain transfer, or the transfer. */
  readonly content: Result<RawTransfer, string>;
  /** Whether it was carried out; null when the node does not say. */
  readonly isSuccess: boolean | null;
}

/** Where and how a transaction was carried out. */
interface Receipt {
  readonly blockNumber: number;
  readonly blockTimestampMs: number;
  readonly isSuccess: boolean;
  /** Sun; java-tron leaves it out where there is none. */
  readonly fee: number | undefined;
}

/** The part of a node that a question goes to: what it knows at all, or what can no longer be undone. */
type Part = 'wallet' | 'walletsolidity';

/** `gettransactionbyid`. */
const transaction = z.object({
  txID: txidHex,
  raw_data: z.unknown(),
  raw_data_hex: hexBytes,
  ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
});

/** `gettransactioninfobyid`. Success is java-tron's default, which it leaves out. */
const info = z.object({
  id: txidHex,
  blockNumber: z.int().nonnegative(),
  blockTimeStamp: z.int().nonnegative(),
  result: z.string().default('SUCESS'),
  receipt: z.object({ result: z.string().default('SUCCESS') }).optional(),
  fee: z.int().nonnegative().optional(),
});

/** java-tron's enum has the first spelling; the second is for a version that corrects it. */
const SUCCESSES = new Set(['SUCESS', 'SUCCESS']);

/**
 * What a node knows of a transaction: every check of TRON.md section 3 that does not need to know what was asked for. What its
 * bytes say is a fact about the transaction, for they hash to its txid; where the node contradicts them or itself, it has
 * not answered.
 */
export async function findPayment(ask: Ask, askSolid: Ask, txid: string): Answer<PaymentLookup> {
  if (!txidHex.safeParse(txid).success) return ok({ state: 'absent' });
  const solid = await askTransaction(askSolid, 'walletsolidity', txid);
  if (!solid.ok) return solid;
  if (solid.value) return findFinal(askSolid, txid, solid.value);

  const seen = await askTransaction(ask, 'wallet', txid);
  if (!seen.ok) return seen;
  if (!seen.value) return ok({ state: 'absent' });
  if (!seen.value.content.ok) return ok({ state: 'foreign', reason: seen.value.content.error });
  const receipt = await askReceipt(ask, 'wallet', txid);
  if (!receipt.ok) return receipt;
  return ok({ state: 'pending', blockNumber: receipt.value?.blockNumber ?? null });
}

/** Whether a node knows a final transaction of any kind with this id. */
export async function isFinal(askSolid: Ask, txid: string): Answer<boolean> {
  const solid = await askTransaction(askSolid, 'walletsolidity', txid);
  return solid.ok ? ok(solid.value !== null) : solid;
}

/** What became of a transaction that a node calls final. */
async function findFinal(askSolid: Ask, txid: string, { content, isSuccess }: Known): Answer<PaymentLookup> {
  if (!content.ok) return ok({ state: 'foreign', reason: content.error });
  const answer = await askReceipt(askSolid, 'walletsolidity', txid);
  if (!answer.ok) return answer;
  const receipt = answer.value;
  if (!receipt) return ok({ state: 'pending', blockNumber: null });
  if (isSuccess !== receipt.isSuccess) return badAnswer('the transaction and its receipt differ in whether it failed');
  const { blockNumber, blockTimestampMs, fee } = receipt;
  if (!isSuccess) return ok({ state: 'failed', blockNumber });
  const { from, to, amount, timestampMs } = content.value;
  const transfer = { txid, from, to, amount, timestampMs };
  return ok({ state: 'paid', transfer, blockNumber, blockTimestampMs, ...(fee !== undefined && { fee }) });
}

/** Asks for a transaction; null when the node does not know it. */
async function askTransaction(ask: Ask, part: Part, txid: string): Promise<Result<Known | null, ChainError>> {
  const path = `${part}/gettransactionbyid`;
  const answer = await ask(path, { value: txid });
  if (!answer.ok) return answer;
  if (isNothing(answer.value)) return ok(null);
  const shape = expectShape(transaction, answer.value, path);
  if (!shape.ok) return shape;
  const { txID, raw_data, raw_data_hex, ret } = shape.value;
  if (txID !== txid) return badAnswer(`${path}: it is the transaction ${txID}`);
  if (hashOf(raw_data_hex) !== txid) return badAnswer(`${path}: raw_data_hex does not hash to the txid`);
  const content = decodeTransfer(hexToBytes(raw_data_hex));
  if (content.ok) {
    const said = parseRawData(raw_data);
    const isSame = said !== null && bytesToHex(encodeTransfer(said)) === raw_data_hex;
    if (!isSame) return badAnswer(`${path}: raw_data does not re-encode to raw_data_hex`);
  }
  const [{ contractRet } = { contractRet: undefined }] = ret;
  return ok({ content, isSuccess: contractRet === undefined ? null : contractRet === 'SUCCESS' });
}

/** Asks how a transaction was carried out; null when it has not been. */
async function askReceipt(ask: Ask, part: Part, txid: string): Promise<Result<Receipt | null, ChainError>> {
  const path = `${part}/gettransactioninfobyid`;
  const answer = await ask(path, { value: txid });
  if (!answer.ok) return answer;
  if (isNothing(answer.value)) return ok(null);
  const shape = expectShape(info, answer.value, path);
  if (!shape.ok) return shape;
  const { id, blockNumber, blockTimeStamp, result, receipt, fee } = shape.value;
  if (id !== txid) return badAnswer(`${path}: it is the receipt of ${id}`);
  const isSuccess = SUCCESSES.has(result) && SUCCESSES.has(receipt?.result ?? 'SUCCESS');
  return ok({ blockNumber, blockTimestampMs: blockTimeStamp, isSuccess, fee });
}
