import { expect } from 'vitest';
import type { Answer, BroadcastVerdict, PaymentLookup, PaymentPlan, UnsignedPayment } from '../chain-node.ts';
import type { ConformanceCase } from './conformance-case.ts';
import type { Account, ChainFixture } from './chain-fixture.ts';

/** A case, and whether it needs a chain on which a payment can fail. */
export interface ChainCase extends ConformanceCase<ChainFixture> {
  readonly needsFailed?: true;
}

/** How long a payment can be included, ms. */
export const LIFE_MS = 60_000;

/** Amount of a payment whose amount does not matter, base units. */
export const AMOUNT = 1_234_567;

/** A signed payment, and the plan that it was built from. */
export interface SignedPayment extends UnsignedPayment {
  readonly signed: string;
  readonly plan: PaymentPlan;
}

/** The value of an answer that must have one. */
export async function answerOf<Value>(asked: Answer<Value>): Promise<Value> {
  const answer = await asked;
  if (!answer.ok) throw new Error(`no answer: ${answer.error.code} ${answer.error.reason}`);
  return answer.value;
}

/** Builds and signs a payment, from the payer to the stranger unless told otherwise. */
export async function makePayment(
  fixture: ChainFixture,
  changes: Partial<PaymentPlan> = {},
  signer?: Account,
): Promise<SignedPayment> {
  const timestampMs = changes.timestampMs ?? fixture.now();
  const plan: PaymentPlan = {
    from: fixture.payer.address,
    to: fixture.stranger.address,
    amount: AMOUNT,
    expiresAtMs: timestampMs + LIFE_MS,
    ...changes,
    timestampMs,
  };
  const built = await answerOf(fixture.node.buildPayment(plan));
  const signed = fixture.node.signPayment(built.unsigned, (signer ?? fixture.payer).privateKey);
  return { ...built, signed, plan };
}

/** Broadcasts a payment that the chain must accept. */
export async function broadcast(fixture: ChainFixture, { signed }: SignedPayment): Promise<void> {
  expect(await answerOf(fixture.node.broadcast(signed))).toEqual({ verdict: 'accepted' });
}

/** Looks a transaction up. */
export function findPayment(fixture: ChainFixture, txid: string): Promise<PaymentLookup> {
  return answerOf(fixture.node.findPayment(txid));
}

/** Expects a payment to be final, and to agree with its plan. */
export async function expectPaid(fixture: ChainFixture, { txid, plan }: SignedPayment): Promise<void> {
  const { from, to, amount, timestampMs } = plan;
  expect(await findPayment(fixture, txid)).toMatchObject({
    state: 'paid',
    transfer: { txid, from, to, amount, timestampMs },
  });
}

/** Broadcasts a text, and returns the verdict; null when there was no answer. */
export async function verdictOn(fixture: ChainFixture, signed: string): Promise<BroadcastVerdict['verdict'] | null> {
  const answer = await fixture.node.broadcast(signed);
  return answer.ok ? answer.value.verdict : null;
}
