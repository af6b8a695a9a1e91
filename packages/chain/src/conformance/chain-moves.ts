import { expect } from 'vitest';
import type { Answer, BroadcastVerdict, PaymentLookup, PaymentPlan, UnsignedPayment } from '../chain-node.ts';
import type { ConformanceCase } from './conformance-case.ts';
import type { Account, ChainStage } from './chain-stage.ts';

/** A case, and whether it needs a chain on which a payment can fail. */
export interface ChainCase extends ConformanceCase<ChainStage> {
  readonly needsFailed?: true;
}

/** How long a payment here may be included, ms. */
export const LIFE_MS = 60_000;

/** What payments here move when the amount is of no concern, base units. */
export const AMOUNT = 1_234_567;

/** A signed payment and what it was made of. */
export interface Made extends UnsignedPayment {
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
export async function make(stage: ChainStage, wish: Partial<PaymentPlan> = {}, signer?: Account): Promise<Made> {
  const timestampMs = wish.timestampMs ?? stage.now();
  const plan: PaymentPlan = {
    from: stage.payer.address,
    to: stage.stranger.address,
    amount: AMOUNT,
    expiresAtMs: timestampMs + LIFE_MS,
    ...wish,
    timestampMs,
  };
  const built = await answerOf(stage.node.buildPayment(plan));
  const signed = stage.node.signPayment(built.unsigned, (signer ?? stage.payer).privateKey);
  return { ...built, signed, plan };
}

/** Hands a payment over, which the chain must take. */
export async function send(stage: ChainStage, { signed }: Made): Promise<void> {
  expect(await answerOf(stage.node.broadcast(signed))).toEqual({ verdict: 'accepted' });
}

/** What the node knows of a transaction. */
export function find(stage: ChainStage, txid: string): Promise<PaymentLookup> {
  return answerOf(stage.node.findPayment(txid));
}

/** That a payment is final, and says exactly what was planned. */
export async function expectPaid(stage: ChainStage, { txid, plan }: Made): Promise<void> {
  const { from, to, amount, timestampMs } = plan;
  expect(await find(stage, txid)).toMatchObject({
    state: 'paid',
    transfer: { txid, from, to, amount, timestampMs },
  });
}

/** The verdict on a text that is handed over; null when there was no answer. */
export async function verdictOn(stage: ChainStage, signed: string): Promise<BroadcastVerdict['verdict'] | null> {
  const answer = await stage.node.broadcast(signed);
  return answer.ok ? answer.value.verdict : null;
}
