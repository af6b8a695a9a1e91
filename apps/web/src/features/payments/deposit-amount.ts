import { MAX_DEPOSIT_SUN, MIN_DEPOSIT_SUN, parseTrx } from '@popfray/protocol';

/** Why an amount cannot be deposited: no amount, below or above the bounds, or more than the wallet holds. */
export type DepositError = 'invalid' | 'small' | 'large' | 'short';

/** Parses the amount of a deposit, sun. `walletSun` is undefined while it is not known; the server checks it again. */
export function parseDeposit(
  text: string,
  walletSun: number | undefined,
): { readonly amountSun: number } | { readonly error: DepositError } {
  const amountSun = parseTrx(text.trim().replace(',', '.'));
  if (amountSun === null) return { error: 'invalid' };
  if (amountSun < MIN_DEPOSIT_SUN) return { error: 'small' };
  if (amountSun > MAX_DEPOSIT_SUN) return { error: 'large' };
  return walletSun !== undefined && amountSun > walletSun ? { error: 'short' } : { amountSun };
}
