import { expect, vi } from 'vitest';
import type { Result } from '@popfray/engine/result';
import type { PaymentOrder, SignedPayment, WalletError, WalletErrorCode, WalletEvent } from '../wallet.ts';
import type { WalletStage } from './wallet-stage.ts';

/** What every payment here moves, base units. */
export const AMOUNT = 7;

/** How long a payment here may be broadcast, ms. */
const LIFE_MS = 600_000;

/** Connects and gives the account. */
export async function connect({ wallet, accounts: [first] }: WalletStage): Promise<string> {
  await wallet.discover();
  expect(await wallet.connect()).toEqual({ ok: true, value: first });
  return first;
}

/** An honest payment from the first account to the second. */
export async function makeOrder(stage: WalletStage): Promise<PaymentOrder> {
  const [from, to] = stage.accounts;
  const timestampMs = stage.now();
  const plan = { from, to, amount: AMOUNT, timestampMs, expiresAtMs: timestampMs + LIFE_MS };
  const built = await stage.node.buildPayment(plan);
  if (!built.ok) throw new Error(`the node built nothing: ${built.error.code} ${built.error.reason}`);
  return { from, to, amount: AMOUNT, unsigned: built.value.unsigned };
}

/** Everything of one kind that the wallet tells from now on. */
export function record(
  wallet: WalletStage['wallet'],
  type: WalletEvent['type'],
): { events: WalletEvent[]; stop: () => void } {
  const events: WalletEvent[] = [];
  const stop = wallet.listen((event) => {
    if (event.type === type) events.push(event);
  });
  return { events, stop };
}

/** Within which the wallet reports a change, ms. */
const EVENT_TIMEOUT_MS = 2_000;

/** Waits until it is so. */
export const eventually = (isSo: () => void): Promise<void> =>
  vi.waitFor(isSo, { timeout: EVENT_TIMEOUT_MS, interval: 10 });

/** That the wallet refused, with this code or one of these, and a reason that is a text. */
export function expectRefusal(
  answer: Result<string | number | SignedPayment, WalletError>,
  code: WalletErrorCode | readonly WalletErrorCode[],
): void {
  if (answer.ok) throw new Error(`expected ${[code].flat().join(' or ')}, and it was done`);
  expect([code].flat()).toContain(answer.error.code);
  expect(answer.error.reason).toBeTypeOf('string');
}
