import { afterAll, expect, it } from 'vitest';
import { createTestContext } from './context.fixture.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

it('holds a house with money, players, a chain and a clock that stands', async () => {
  const { context, player } = test;
  expect(context.chainHealth()).toBe('ok');
  const ann = await player('ann', 5_000_000);
  expect(await context.chain.balance(ann.address)).toEqual({ ok: true, value: 5_000_000 });
  const built = await context.chain.buildPayment({
    from: ann.address,
    to: context.house.address,
    amount: 1_000_000,
    expiresAtMs: test.clock.nowMs + 600_000,
    timestampMs: test.clock.nowMs,
  });
  if (!built.ok) throw new Error(built.error.reason);
  const signed = context.chain.signPayment(built.value.unsigned, ann.privateKey);
  expect(await context.chain.broadcast(signed)).toEqual({ ok: true, value: { verdict: 'accepted' } });
  await test.mine();
  expect(await context.chain.findPayment(built.value.txid)).toMatchObject({ ok: true, value: { state: 'paid' } });
});
