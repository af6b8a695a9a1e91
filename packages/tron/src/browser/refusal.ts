import type { WalletError, WalletErrorCode } from '@popfray/chain';
import { DeadlineError } from './deadline.ts';
import { read } from './foreign.ts';

/** A wallet's refusal. */
export const refusal = (code: WalletErrorCode, reason: string): WalletError => ({ code, reason });

// SPEC section 8, thrown errors: the reasons are for a log; what a person reads follows from the code.

/** The wallet is installed and has no account for this page. */
export const NO_ACCOUNT: WalletError = refusal('ERR_WALLET_LOCKED', 'Please unlock your TronLink wallet');

/** The wallet was asked for its accounts, and gave none: it is locked. */
export const NONE_RETURNED: WalletError = refusal('ERR_WALLET_LOCKED', 'No accounts returned');

/** There is no wallet. */
export const ABSENT: WalletError = refusal('ERR_WALLET_ABSENT', 'TronLink not available');

/** The wallet has nothing that signs a transaction. */
export const NO_SIGNING: WalletError = refusal(
  'ERR_WALLET_INCOMPATIBLE',
  'Direct transaction not supported in this mode',
);

/** Error codes of TIP-1193 and of TronLink's `eth_requestAccounts` and legacy `tron_requestAccounts` (measured). */
const CODES: ReadonlyMap<unknown, WalletErrorCode> = new Map<unknown, WalletErrorCode>([
  [4_000, 'ERR_WALLET_PENDING'],
  [4_001, 'ERR_WALLET_REJECTED'],
  [4_900, 'ERR_WALLET_ABSENT'],
  [-32_002, 'ERR_WALLET_PENDING'],
  [-32_000, 'ERR_WALLET_LOCKED'],
]);

/** Refusals that come without a code: TronLink says "Confirmation declined by user" when a signature is (measured). */
const WORDS: readonly (readonly [RegExp, WalletErrorCode])[] = [
  [/declined|reject|denied|cancel/i, 'ERR_WALLET_REJECTED'],
  // What a page is left with when its extension was removed, disabled or updated.
  [/context invalidated|disconnected port|receiving end does not exist/i, 'ERR_WALLET_ABSENT'],
  [/locked/i, 'ERR_WALLET_LOCKED'],
];

/** Characters of a wallet's own words that are worth keeping. */
const REASON_LENGTH = 200;

/** What a wallet threw, or answered in place of what was asked for, as a coded error. */
export function refusalOf(thrown: unknown): WalletError {
  const reason = wordsOf(thrown);
  if (isLate(thrown)) return refusal('ERR_WALLET_TIMEOUT', reason);
  const code = CODES.get(read(thrown, 'code')) ?? WORDS.find(([words]) => words.test(reason))?.[1];
  return refusal(code ?? 'ERR_WALLET_INCOMPATIBLE', reason);
}

function isLate(thrown: unknown): boolean {
  try {
    return thrown instanceof DeadlineError;
  } catch {
    // A proxy does not always let itself be asked what it is.
    return false;
  }
}

function wordsOf(thrown: unknown): string {
  const words = typeof thrown === 'string' ? thrown : read(thrown, 'message');
  return typeof words === 'string' ? words.slice(0, REASON_LENGTH) : '';
}
