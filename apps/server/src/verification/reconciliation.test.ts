import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterEach, expect, it } from 'vitest';
import { damage } from '../platform/database/damage.fixture.ts';
import { ask } from '../testing/client.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { pay, settleAll } from '../testing/money.fixture.ts';
import { reconcile, showReconciliation } from './reconciliation.ts';

const TRX = 1_000_000;
const folder = mkdtempSync(join(tmpdir(), 'popfray-reconciliation-'));
let test: Desk;
afterEach(async () => {
  await test.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A house that has sold an upgrade. */
async function open(database?: string): Promise<void> {
  test = await createDesk(database === undefined ? {} : { database });
  const ann = await test.player('ann', 100 * TRX);
  await pay(test, ann, 'trx-boost');
  await settleAll(test);
}

it('runs beside the server, in a thread that asks the chain through it, and names each difference', async () => {
  await open(join(folder, 'popfray.db'));
  const { app, token, context } = test;
  await damage(context.db, 'UPDATE payments SET amount_sun = 6000000');
  expect((await ask(app, ADMIN_CALLS.getReconciliation, { token })).value).toMatchObject({
    status: 'never',
    isSound: null,
  });
  const running = await ask(app, ADMIN_CALLS.startReconciliation, { token });
  expect(running.value).toMatchObject({ status: 'running', startedAt: test.clock.nowMs });
  // Asking twice starts one.
  expect((await ask(app, ADMIN_CALLS.startReconciliation, { token })).value.status).toBe('running');
  await expect.poll(() => showReconciliation(context).status, { timeout: 80_000 }).toBe('done');
  const found = showReconciliation(context);
  expect(found).toMatchObject({ isSound: false, entries: 1, compared: 1, unchecked: [] });
  expect(found.differences).toContainEqual({
    code: 'ERR_PAYMENT_CHAIN',
    message: expect.stringMatching(/^payment .* moves 5000000 sun, not 6000000$/),
  });
  expect(found.differences.map(({ code }) => code)).toContain('ERR_ENTRY_MISSING');
  const { lines } = (await ask(app, ADMIN_CALLS.getAuditLog, { token })).value;
  expect(lines).toMatchObject([{ act: 'reconciliation', by: test.house }]);
});

it('says what it could not check, and when it failed altogether', async () => {
  await open();
  await reconcile(test.context, test.house);
  expect(showReconciliation(test.context)).toMatchObject({
    isSound: true,
    totals: [
      { kind: 'chain-in', balanceSun: -5 * TRX },
      { kind: 'house', balanceSun: 5 * TRX },
    ],
    differences: [],
  });
  const chain = {
    ...test.context.chain,
    findPayment: () =>
      Promise.resolve({ ok: false, error: { code: 'ERR_CHAIN_UNREACHABLE', reason: 'no route' } } as const),
  };
  await reconcile({ ...test.context, chain }, test.house);
  expect(showReconciliation(test.context)).toMatchObject({
    status: 'done',
    isSound: true,
    unchecked: ['1 transactions, because the node does not answer (no route)'],
  });
  await reconcile({ ...test.context, chain: { ...chain, findPayment: () => Promise.reject(new Error('a bug')) } }, '');
  expect(showReconciliation(test.context)).toMatchObject({ status: 'failed', isSound: null });
  expect(test.log).toContainEqual(expect.objectContaining({ event: 'fault', method: 'CHECK' }));
});
