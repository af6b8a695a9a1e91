import { CALLS, SKINS } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditLedger } from '../ledger/audit.ts';
import { balanceOf, HOUSE, playerAccount } from '../ledger/ledger.ts';
import { execute, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { createApp } from '../start/app.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { credit } from '../testing/money.fixture.ts';

const TRX = 1_000_000;
const PAYMENT = 'payment-0001';

let test: TestContext;
let ann: TestWallet;
let token: string;
let app: ReturnType<typeof createApp>;
beforeEach(async () => {
  test = await createTestContext();
  ann = await test.player('ann');
  app = createApp(test.context);
  token = await signIn(test.context, ann.address);
});
afterEach(async () => {
  const { differences } = await auditLedger(test.context.db);
  await test.stop();
  if (differences.length > 0) throw new Error(JSON.stringify(differences));
});

const buy = async (skinId: string, paymentId = PAYMENT) =>
  ask(app, CALLS.buySkin, { token, body: { skinId, paymentId } });
const owned = async (): Promise<string[]> =>
  (await ask(app, CALLS.getMySkins, { token })).value.skins.map(({ skinId }) => skinId);
const balance = async (): Promise<number> => balanceOf(test.context.db, playerAccount(ann.address));

describe('buying a skin', () => {
  it('takes its price from the balance to the house, and gives the skin for ever', async () => {
    await credit(test, ann, 8 * TRX);
    const house = await balanceOf(test.context.db, HOUSE);
    const { value } = await buy('coral-reef');
    expect(value).toMatchObject({
      id: PAYMENT,
      purpose: 'skin',
      skinId: 'coral-reef',
      source: 'balance',
      status: 'applied',
      amountSun: 5 * TRX,
    });
    expect([await balance(), (await balanceOf(test.context.db, HOUSE)) - house]).toEqual([3 * TRX, 5 * TRX]);
    expect(await owned()).toEqual(['coral-reef']);
    test.clock.nowMs += 3 * 365 * 86_400_000;
    token = await signIn(test.context, ann.address);
    expect(await owned()).toEqual(['coral-reef']);
    const { value: payments } = await ask(app, CALLS.getMyPayments, { token });
    expect(payments).toMatchObject([{ purpose: 'skin', skinId: 'coral-reef' }]);
    const { value: lines } = await ask(app, CALLS.getMyLedger, { token });
    expect(lines.lines[0]).toMatchObject({ kind: 'purchase', amountSun: -5 * TRX });
  });

  it('again with the same id is the same purchase, and with another id is refused: it pays once', async () => {
    await credit(test, ann, 20 * TRX);
    const answers = await Promise.all([buy('coral-reef'), buy('coral-reef')]);
    expect(answers.map(({ code }) => code)).toEqual([null, null]);
    expect((await buy('coral-reef', 'payment-0002')).code).toBe('ERR_SKIN_OWNED');
    expect(await balance()).toBe(15 * TRX);
    expect((await buy('orchard')).code).toBe('ERR_PAYMENT_ID');
    expect(await owned()).toEqual(['coral-reef']);
  });

  it('leaves a deposit of the player that waits for a signature', async () => {
    await credit(test, ann, 8 * TRX);
    await test.fund(ann.address, 60 * TRX);
    const { value: deposit } = await ask(app, CALLS.createDeposit, { token, body: { amountSun: 50 * TRX } });
    await buy('coral-reef');
    const { value: payments } = await ask(app, CALLS.getMyPayments, { token });
    expect(payments.find(({ id }) => id === deposit.id)?.status).toBe('awaiting');
  });

  it('with two ids in the same moment pays once', async () => {
    await credit(test, ann, 20 * TRX);
    const answers = await Promise.all([buy('coral-reef'), buy('coral-reef', 'payment-0002')]);
    const codes = answers.map(({ code }) => code);
    // Either of them can be the first.
    expect(codes.filter((code) => code !== null)).toEqual(['ERR_SKIN_OWNED']);
    expect(await balance()).toBe(15 * TRX);
    expect(await owned()).toEqual(['coral-reef']);
  });

  it.each([
    ['without enough balance', 'neon-night', 'ERR_BALANCE_SHORT'],
    ['that does not exist', 'no-such-skin', 'ERR_SKIN_UNKNOWN'],
    ['that can only be earned', 'ember', 'ERR_SKIN_UNKNOWN'],
  ])('%s changes nothing', async (_, skinId, code) => {
    await credit(test, ann, 9 * TRX);
    expect((await buy(skinId)).code).toBe(code);
    expect([await balance(), await owned()]).toEqual([9 * TRX, []]);
    expect(await fetchRows(test.context.db, 'SELECT id FROM payments')).toEqual([]);
  });

  it('is refused after self-exclusion and above a limit of losses', async () => {
    await credit(test, ann, 20 * TRX);
    await ask(app, CALLS.setLimit, { token, body: { kind: 'loss', period: 'day', amountSun: 4 * TRX } });
    expect((await buy('coral-reef')).code).toBe('ERR_LIMIT_LOSS');
    await ask(app, CALLS.excludeSelf, { token, body: { months: 6 } });
    expect((await buy('coral-reef')).code).toBe('ERR_SELF_EXCLUDED');
    expect([await balance(), await owned()]).toEqual([20 * TRX, []]);
  });
});

describe('a skin that is earned', () => {
  it('comes with enough days on which all quests were completed', async () => {
    const days = SKINS.find(({ id }) => id === 'ember')?.questDays ?? 0;
    for (let day = 1; day <= days; day++) {
      expect(await owned()).toEqual([]);
      const date = `2026-01-${String(day).padStart(2, '0')}`;
      await execute(
        test.context.db,
        'INSERT INTO play_days VALUES (?, ?, 5, 200, 20, 900, 2, 1, 1)',
        ann.address,
        date,
      );
    }
    expect(await owned()).toEqual(['ember']);
  });
});
