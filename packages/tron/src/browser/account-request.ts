import type { WalletError } from '@popfray/chain';
import { within, type Timers } from './deadline.ts';
import { ask, read } from './foreign.ts';
import type { Injected } from './injected.ts';
import { NONE_RETURNED, refusalOf } from './refusal.ts';

/**
 * Asks the person, in the wallet's own way, to let this page see its accounts: TIP-1193's `eth_requestAccounts`, or the
 * legacy `tron_requestAccounts`. Null when that is agreed, otherwise why not. Whose account it is, the tronWeb tells.
 */
export async function askAccounts(
  { provider, protocol }: Injected,
  timers: Timers,
  limitMs: number,
): Promise<WalletError | null> {
  const method = protocol === 'legacy' ? 'tron_requestAccounts' : 'eth_requestAccounts';
  try {
    const answer = await within(timers, limitMs, ask(provider, 'request', { method }));
    // Nothing at all, or an empty text, is the legacy way to say that it is locked (measured).
    if (answer === '' || answer === null || answer === undefined || read(answer, 'length') === 0) return NONE_RETURNED;
    return Array.isArray(answer) || read(answer, 'code') === 200 ? null : refusalOf(answer);
  } catch (error) {
    return refusalOf(error);
  }
}
