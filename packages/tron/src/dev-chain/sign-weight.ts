import { err, ok, type Result } from '@popfray/engine/result';
import type { Chain } from './chain.ts';
import { showPermission } from './node-json.ts';
import { recoverAddress } from './signature.ts';
import { makeTransactionJson, parseTransaction, type Transaction } from './transaction.ts';

/**
 * Answers `getsignweight`: the transaction as the node reads it, and whether enough keys have signed it. tronweb calls it to get the
 * new id of an altered transaction. The error says why the JSON is no transaction.
 */
export function weigh(json: unknown, chain: Chain): Result<object, string> {
  const parsed = parseTransaction(json);
  if (!parsed.ok) {
    const { error } = parsed;
    return err('reason' in error ? error.reason : `this dev chain knows TransferContract, not ${error.type}`);
  }
  const transaction = {
    result: { result: true },
    txid: parsed.value.txid,
    transaction: makeTransactionJson(parsed.value),
  };
  return ok({ ...judge(parsed.value, chain), transaction });
}

function judge({ txid, transfers, signatures }: Transaction, chain: Chain): object {
  const owner = transfers[0]?.from ?? '';
  if (chain.account(owner, false) === undefined) {
    return { result: { code: 'PERMISSION_ERROR', message: 'Account does not exist!' } };
  }
  const permission = showPermission(owner);
  const [signature] = signatures;
  if (signature === undefined) return { result: { code: 'NOT_ENOUGH_PERMISSION' }, permission };
  const signer = recoverAddress(Buffer.from(txid, 'hex'), signature);
  if (!signer.ok) return { result: { code: 'SIGNATURE_FORMAT_ERROR', message: signer.error }, permission };
  if (signer.value !== owner) {
    const message = `${txid} is signed by ${signer.value} but it is not contained of permission.`;
    return { result: { code: 'PERMISSION_ERROR', message }, permission };
  }
  return { result: {}, approved_list: [owner], permission, current_weight: 1 };
}
