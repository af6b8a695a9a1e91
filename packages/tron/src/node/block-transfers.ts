import { hexToBytes } from '@noble/hashes/utils.js';
import type { Answer, BlockTransfers, ChainError, Transfer } from '@popfray/chain';
import { ok, type Result } from '@popfray/engine/result';
import { z } from 'zod';
import { parseBlock } from './block.ts';
import { badAnswer, expectShape, isNothing, type Ask } from './http-api.ts';
import { decodeTransfer } from './raw-transfer.ts';
import { hashOf, hexBytes, txidHex } from './transaction.ts';

const PATH = 'walletsolidity/getblockbynum';

/** What a block's JSON says of one of its transactions, of any type. */
const includedTransaction = z.object({
  txID: txidHex,
  raw_data_hex: hexBytes,
  ret: z.array(z.object({ contractRet: z.string().optional() })).default([]),
});

const body = z.object({ transactions: z.array(includedTransaction).default([]) });

/** The plain transfers of a final block that succeeded, read from their bytes. Null when the node has no such block. */
export async function askBlockTransfers(askSolid: Ask, wanted: number): Answer<BlockTransfers | null> {
  const answer = await askSolid(PATH, { num: wanted });
  if (!answer.ok) return answer;
  if (isNothing(answer.value)) return ok(null);
  const block = parseBlock(answer.value, PATH);
  if (!block.ok) return block;
  const { number, timestampMs } = block.value;
  if (number !== wanted) return badAnswer(`${PATH}: asked for block ${wanted}, it shows block ${number}`);
  const shape = expectShape(body, answer.value, PATH);
  if (!shape.ok) return shape;
  const transfers: Transfer[] = [];
  for (const transaction of shape.value.transactions) {
    const transfer = readTransfer(transaction);
    if (!transfer.ok) return transfer;
    if (transfer.value !== null) transfers.push(transfer.value);
  }
  return ok({ number, timestampMs, transfers });
}

/** A transaction as a plain transfer; null when it is another contract, or failed. */
function readTransfer({
  txID: txid,
  raw_data_hex,
  ret,
}: z.infer<typeof includedTransaction>): Result<Transfer | null, ChainError> {
  const content = decodeTransfer(hexToBytes(raw_data_hex));
  const [{ contractRet = 'SUCCESS' } = {}] = ret;
  if (!content.ok || contractRet !== 'SUCCESS') return ok(null);
  if (hashOf(raw_data_hex) !== txid) return badAnswer(`${PATH}: the bytes of ${txid} do not hash to it`);
  const { from, to, amount, timestampMs } = content.value;
  return ok({ txid, from, to, amount, timestampMs });
}
