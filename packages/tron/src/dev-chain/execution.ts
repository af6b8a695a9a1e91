import { err, ok, type Result } from '@popfray/engine/result';
import { createAccount, FREE_NET_BYTES, freeNetUsedAt, type Accounts } from './account.ts';
import { isAddress, makeBase58 } from './address.ts';
import { contractError, INSUFFICIENT, type Refusal } from './refusal.ts';
import { sizeOf, type Transaction, type Transfer } from './transaction.ts';

/** What a transaction cost its owner. */
export interface Cost {
  /** Everything burned: bandwidth or activation, memo. Sun. */
  readonly feeSun: number;
  /** Free bandwidth used, bytes. */
  readonly netUsage: number;
  /** What was burned for bandwidth, or in its place for a new account, sun. */
  readonly netFeeSun: number;
}

/** Price of a byte beyond the free ones, sun. java-tron's getTransactionFee; measured. */
const BYTE_SUN = 1_000;

/** Burned in place of bandwidth when the recipient is new: java-tron's create_account_fee, 0.1 TRX; measured. */
const NEW_ACCOUNT_NET_SUN = 100_000;

/** Burned besides when the recipient is new: java-tron's create_new_account_fee_in_system_contract, 1 TRX; measured. */
const NEW_ACCOUNT_SUN = 1_000_000;

/** Burned for a memo, 1 TRX. TRON.md section 3. */
const MEMO_SUN = 1_000_000;

/**
 * Executes a transaction of one transfer at a time (epoch ms): charges the owner and moves the money, or refuses and changes
 * nothing. The order of the checks is java-tron's: bandwidth and memo are paid before the transfer is looked at.
 */
export function execute(
  accounts: Accounts,
  transaction: Transaction,
  transfer: Transfer,
  nowMs: number,
): Result<Cost, Refusal> {
  const { from, to, amountSun } = transfer;
  const owner = accounts.get(from);
  if (owner === undefined) return err(contractError(`account [${makeBase58(from)}] does not exist`));
  const recipient = accounts.get(to);

  const bytes = sizeOf(transaction);
  const freeNetUsed = freeNetUsedAt(owner, nowMs);
  const isFree = recipient !== undefined && bytes <= FREE_NET_BYTES - freeNetUsed;
  const payableSun = recipient === undefined ? NEW_ACCOUNT_NET_SUN : bytes * BYTE_SUN;
  const netFeeSun = isFree ? 0 : payableSun;
  const memoSun = transaction.data === '' ? 0 : MEMO_SUN;
  const leftSun = owner.balanceSun - netFeeSun - memoSun;
  if (leftSun < 0) return err(INSUFFICIENT);

  if (!isAddress(to)) return err(contractError('Invalid toAddress!'));
  if (to === from) return err(contractError('Cannot transfer TRX to yourself.'));
  if (amountSun <= 0) return err(contractError('Amount must be greater than 0.'));
  const activationSun = recipient === undefined ? NEW_ACCOUNT_SUN : 0;
  if (leftSun < amountSun + activationSun) {
    return err(contractError('Validate TransferContract error, balance is not sufficient.'));
  }

  accounts.put({
    ...owner,
    balanceSun: leftSun - activationSun - amountSun,
    operationMs: nowMs,
    ...(isFree && { freeNetUsed: freeNetUsed + bytes, freeNetMs: nowMs }),
  });
  const paid = recipient ?? createAccount(to, nowMs);
  accounts.put({ ...paid, balanceSun: paid.balanceSun + amountSun });
  return ok({ feeSun: netFeeSun + memoSun + activationSun, netUsage: isFree ? bytes : 0, netFeeSun });
}
