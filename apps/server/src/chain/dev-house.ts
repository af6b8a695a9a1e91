import { SUN_PER_TRX } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';

/** What the house is to hold on the dev chain, sun; also the most that the faucet gives at once. */
const PLENTY_SUN = 1_000_000 * SUN_PER_TRX;

/** How long the faucet has to answer, ms. */
const FAUCET_MS = 5_000;

/** Fills the house's wallet from the dev chain's faucet when it holds less than a million TRX. Whether it holds that now. */
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
    // It is asked again in the worker's next turn.
    return false;
  }
}
