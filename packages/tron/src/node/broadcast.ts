import { hexToBytes } from '@noble/hashes/utils.js';
import type { Answer, BroadcastVerdict } from '@popfray/chain';
import { ok } from '@popfray/engine/result';
import { z } from 'zod';
import { badAnswer, BROADCAST, expectShape, makeLine, type Ask } from './http-api.ts';
import { makeTransaction, parseTransaction, txidHex } from './transaction.ts';

/** What a node's words about a transaction that it did not take mean: TRON.md section 4, java-tron's `response_code`. */
const VERDICTS: Readonly<Record<string, Exclude<BroadcastVerdict['verdict'], 'accepted'>>> = {
  DUP_TRANSACTION_ERROR: 'known',
  SERVER_BUSY: 'later',
  NO_CONNECTION: 'later',
  NOT_ENOUGH_EFFECTIVE_CONNECTION: 'later',
  BLOCK_UNSOLIDIFIED: 'later',
  TRANSACTION_EXPIRATION_ERROR: 'expired',
  TAPOS_ERROR: 'expired',
  BANDWITH_ERROR: 'unfunded',
  CONTRACT_VALIDATE_ERROR: 'unfunded',
  SIGERROR: 'invalid',
  TOO_BIG_TRANSACTION_ERROR: 'invalid',
};

/** `broadcasttransaction`. The message is UTF-8 in hex, mostly. */
const answer = z.object({
  result: z.boolean().default(false),
  code: z.string().optional(),
  txid: txidHex.optional(),
  message: z.string().default(''),
});

/** Hands a signed transfer to a node, in exactly the bytes that were signed. */
export async function broadcast(ask: Ask, signed: string): Answer<BroadcastVerdict> {
  const transaction = parseTransaction(signed);
  if (!transaction || transaction.signatures.length !== 1) {
    return ok({ verdict: 'invalid', reason: 'it is no transfer with one signature' });
  }
  const asked = await ask(BROADCAST, JSON.parse(makeTransaction(transaction)) as object);
  if (!asked.ok) return asked;
  const shape = expectShape(answer, asked.value, BROADCAST);
  if (!shape.ok) return shape;
  const { result, code, txid, message } = shape.value;
  if (txid !== undefined && txid !== transaction.txid)
    return badAnswer(`${BROADCAST}: it took the transaction ${txid}`);
  if (result) return ok({ verdict: 'accepted' });
  if (code === undefined) return badAnswer(`${BROADCAST}: neither a result nor a code`);
  // OTHER_ERROR, CONTRACT_EXE_ERROR and codes to come: the same bytes can be sent again without harm.
  const verdict = Object.hasOwn(VERDICTS, code) ? (VERDICTS[code] ?? 'later') : 'later';
  return ok(verdict === 'known' ? { verdict } : { verdict, reason: makeLine(`${code} ${textOf(message)}`) });
}

/** A node's message as text. */
function textOf(message: string): string {
  const isHex = /^(?:[0-9a-fA-F]{2})+$/.test(message);
  return isHex ? new TextDecoder().decode(hexToBytes(message)) : message;
}
