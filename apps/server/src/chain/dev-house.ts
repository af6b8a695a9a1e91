import { SUN_PER_TRX } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';

/** Target balance of the house on the dev chain, sun; also the most that the faucet gives at once. */
const PLENTY_SUN = 1_000_000 * SUN_PER_TRX;

/** Timeout of the faucet, ms. */
const FAUCET_MS = 5_000;

/** Fills the house's wallet from the dev chain's faucet when it holds less than a million TRX. Returns whether it holds that much now. */
export async function fundDevHouse({ chain, house, settings, log }: Context): Promise<boolean> {
  const balance = await chain.balance(house.address);
  if (!balance.ok) return false;
  if (balance.value >= PLENTY_SUN) return true;
  try {
    const response = await fetch(`${settings.network.devNodeUrl}/dev/faucet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ address: house.address, amountSun: PLENTY_SUN }),
      signal: AbortSignal.timeout(FAUCET_MS),
    });
    if (!response.ok) return false;
    log({ event: 'notice', about: 'house', message: `the dev chain's faucet gave it ${PLENTY_SUN / SUN_PER_TRX} TRX` });
    return true;
  } catch {
    // The worker's next turn tries again.
    return false;
  }
}
