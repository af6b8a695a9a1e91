import { expect, vi } from 'vitest';
import type { Result } from '@popfray/engine/result';
import type { PaymentOrder, SignedPayment, WalletError, WalletErrorCode, WalletEvent } from '../wallet.ts';
import type { WalletFixture } from './wallet-fixture.ts';

/** Amount of every payment, base units. */
export const AMOUNT = 7;

/** How long a payment can be broadcast, ms. */
const LIFE_MS = 600_000;

/** Connects, and returns the account. */
export async function connect({ wallet, accounts: [first] }: WalletFixture): Promise<string> {
  await wallet.discover();
  expect(await wallet.connect()).toEqual({ ok: true, value: first });
  return first;
}

/** An honest payment from the first account to the second. */
export async function makeOrder(fixture: WalletFixture): Promise<PaymentOrder> {
  const [from, to] = fixture.accounts;
  const timestampMs = fixture.now();
  const plan = { from, to, amount: AMOUNT, timestampMs, expiresAtMs: timestampMs + LIFE_MS };
  const built = await fixture.node.buildPayment(plan);
  if (!built.ok) throw new Error(`the node built nothing: ${built.error.code} ${built.error.reason}`);
  return { from, to, amount: AMOUNT, unsigned: built.value.unsigned };
}

/** Records the wallet's events of one type from now on. */
export function record(
  wallet: WalletFixture['wallet'],
  type: WalletEvent['type'],
): { events: WalletEvent[]; stop: () => void } {
  const events: WalletEvent[] = [];
  const stop = wallet.listen((event) => {
    if (event.type === type) events.push(event);
  });
  return { events, stop };
}

/** Time in which a wallet must report a change, ms. */
const EVENT_TIMEOUT_MS = 2_000;

/** Waits until an assertion passes. */
export const eventually = (assertion: () => void): Promise<void> =>
  vi.waitFor(assertion, { timeout: EVENT_TIMEOUT_MS, interval: 10 });

/** Expects a refusal with this code, or one of these, and a reason. */
export function expectRefusal(
  answer: Result<string | number | SignedPayment, WalletError>,
  code: WalletErrorCode | readonly WalletErrorCode[],
): void {
  if (answer.ok) throw new Error(`expected ${[code].flat().join(' or ')}, but it succeeded`);
  expect([code].flat()).toContain(answer.error.code);
  expect(answer.error.reason).toBeTypeOf('string');
}
