import { hexToBytes } from '@noble/hashes/utils.js';
import type { SignedErrorCode } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { encodeMemo, type RawTransfer } from './raw-transfer.ts';
import { recover, sign } from './signature.ts';
import { makeTransaction, parseTransaction, type Transaction } from './transaction.ts';

/** Signs an unsigned payment. Throws when it is none, or the key is none; what it throws says neither. */
export function signPayment(unsigned: string, privateKey: string, memo = ''): string {
  const transaction = parseUnsigned(unsigned, memo);
  return makeTransaction({ ...transaction, signatures: [sign(hexToBytes(transaction.txid), privateKey)] });
}

/** Whether a signed transaction is exactly the unsigned one, signed by its sender alone. Throws when the latter is none. */
export function checkSigned(
  unsigned: string,
  signed: string,
  memo = '',
): Result<{ readonly txid: string }, SignedErrorCode> {
  const { txid, raw } = parseUnsigned(unsigned, memo);
  const transaction = parseTransaction(signed);
  const [signature, ...others] = transaction?.signatures ?? [];
  if (!transaction || signature === undefined || others.length > 0) return err('ERR_SIGNED_MALFORMED');
  // The txid is the hash of everything that a transaction says.
  if (transaction.txid !== txid) return err('ERR_SIGNED_OTHER');
  return recover(hexToBytes(txid), signature) === raw.from ? ok({ txid }) : err('ERR_SIGNED_SIGNER');
}

function parseUnsigned(unsigned: string, memo: string): Transaction {
  const transaction = parseTransaction(unsigned);
  const isOurs = transaction?.signatures.length === 0 && isBare(transaction.raw, memo);
  if (!isOurs) throw new TypeError('that is no unsigned payment');
  return transaction;
}

/** Whether a transfer says no more than `buildPayment` lets one say. */
const isBare = ({ data, permissionId, feeLimit, refBlockNumber }: RawTransfer, memo: string): boolean =>
  data === encodeMemo(memo) && permissionId === 0 && feeLimit === 0 && refBlockNumber === 0;
