import { foldEffects, UPGRADES } from '@popfray/engine';
import { CALLS, PURCHASES_LISTED } from '@popfray/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execute } from '../platform/database/raw-query.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { pay, settleAll } from '../testing/money.fixture.ts';
import { CATALOGUE, findOffer } from './catalogue.ts';
import { activeUpgrades, givePurchase, isActive, purchaseHistory } from './purchase.ts';

const TRX = 1_000_000;
const MINUTE_MS = 60_000;

describe('the catalogue', () => {
  it('has the nine upgrades of the specification, each with words and an icon', () => {
    expect(CATALOGUE.map(({ name, priceSun, durationMin }) => [name, priceSun / TRX, durationMin])).toEqual([
      ['TRX Boost', 5, 30],
      ['Score Multiplier', 8, 15],
      ['Golden Touch', 15, 45],
      ['Rapid Fire', 6, 20],
      ['Bubble Storm', 12, 10],
      ['Boss Buster', 10, 25],
      ['Lucky Streak', 9, 20],
      ['Precision Strike', 14, 15],
      ['Divine Blessing', 50, 60],
    ]);
    expect(CALLS.getUpgrades.answer.parse(CATALOGUE)).toEqual(CATALOGUE);
    expect(new Set(CATALOGUE.map(({ icon }) => icon)).size).toBe(CATALOGUE.length);
    expect(CATALOGUE.every(({ description }) => description.length > 0)).toBe(true);
  });

  it.each([
    ['trx-boost', { trxBonus: 0.25 }],
    ['score-multiplier', { pointsMultiplier: 2 }],
    ['golden-touch', { trxBonus: 0.5, pointsMultiplier: 1.5 }],
    ['rapid-fire', { bubbleSpawnRate: 1.5 }],
    ['bubble-storm', { bubbleSpawnRate: 2 }],
    ['boss-buster', { bossHealth: 0.5 }],
    ['lucky-streak', { specialBubbleChance: 0.3 }],
    ['precision-strike', { clickPower: 3 }],
    ['divine-blessing', { pointsMultiplier: 2, trxBonus: 0.75, bubbleSpawnRate: 1.5, specialBubbleChance: 0.25 }],
  ])('says what %s does as the specification names it', (id, effects) => {
    expect(findOffer(id)?.effects).toEqual(effects);
  });

  it('describes the effects by their figures in the rules', () => {
    expect(findOffer('boss-buster')?.description).toBe('Bosses start with 50 % of their health.');
    expect(findOffer('golden-touch')?.description).toBe(
      'Every pop and hit counts 1.5 times. Every round pays 50 % more TRX.',
    );
  });

  it('has nothing that the engine cannot play', () => {
    expect(foldEffects(CATALOGUE.map(({ id }) => id)).ok).toBe(true);
    expect(CATALOGUE).toHaveLength(UPGRADES.length);
  });
});

describe('a purchase', () => {
  let test: TestContext;
  let alice: TestWallet;
  beforeEach(async () => {
    test = await createTestContext();
    alice = await test.player('alice', 100 * TRX);
  });
  afterEach(async () => test.stop());

  it('is in force from its start up to its end, and in the history for ever', async () => {
    const sent = await pay(test, alice, 'bubble-storm');
    await settleAll(test);
    const { db } = test.context;
    const [active] = await activeUpgrades(db, alice.address, test.clock.nowMs);
    expect(active).toMatchObject({ upgradeId: 'bubble-storm', playerId: alice.address, txHash: sent.txid });
    const { expiresAt = 0, purchasedAt = 0 } = active ?? {};
    expect(expiresAt - purchasedAt).toBe(10 * MINUTE_MS);
    expect(await isActive(db, alice.address, 'bubble-storm', expiresAt - 0.5)).toBe(true);
    expect(await isActive(db, alice.address, 'bubble-storm', expiresAt)).toBe(false);
    const record = {
      id: sent.id,
      upgrade_id: 'bubble-storm',
      price: '12',
      purchased_at: new Date(purchasedAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
    };
    expect(await purchaseHistory(db, alice.address, purchasedAt)).toEqual([{ ...record, status: 'active' }]);
    expect(await purchaseHistory(db, alice.address, expiresAt)).toEqual([{ ...record, status: 'expired' }]);
    expect(CALLS.findPlayerUpgrades.answer.parse(await purchaseHistory(db, alice.address, expiresAt))).toHaveLength(1);
    expect(await purchaseHistory(db, alice.address, expiresAt, purchasedAt + 1)).toHaveLength(1);
    expect(await purchaseHistory(db, alice.address, expiresAt, purchasedAt)).toEqual([]);
    expect(await activeUpgrades(db, test.wallet('bob').address, purchasedAt)).toEqual([]);
  });

  it('is refused by a throw while the same upgrade is in force', async () => {
    const sent = await pay(test, alice, 'bubble-storm');
    await settleAll(test);
    await expect(async () => givePurchase(test.context, { ...sent, id: 'another' })).rejects.toThrow('active already');
  });

  it('is on one page of the history, together with others of the same time', async () => {
    const { db } = test.context;
    const bob = await test.player('bob');
    const ids = Array.from({ length: PURCHASES_LISTED + 5 }, (_, at) => `purchase-${String(at).padStart(4, '0')}`);
    for (const [at, id] of ids.entries()) {
      // The 198th to the 203rd at the same time: the first page would end among them.
      const atMs = at >= 2 && at < 8 ? 1_002 : 1_000 + at;
      await execute(
        db,
        `INSERT INTO payments (id, address, purpose, upgrade_id, recipient, amount_sun, status, created_at, expires_at, txid, settled_at)
         VALUES (?, ?, 'upgrade', 'trx-boost', 'house', 1, 'applied', ?, ?, ?, ?)`,
        id,
        bob.address,
        at,
        at + 1,
        `txid ${id}`,
        at,
      );
      await execute(
        db,
        `INSERT INTO purchases (id, address, upgrade_id, price_sun, purchased_at, expires_at, txid)
         VALUES (?, ?, 'trx-boost', 1, ?, ?, ?)`,
        id,
        bob.address,
        atMs,
        atMs + 1,
        `txid ${id}`,
      );
    }
    const first = await purchaseHistory(db, bob.address, 0);
    const rest = await purchaseHistory(db, bob.address, 0, Date.parse(first.at(-1)?.purchased_at ?? ''));
    expect(first.length).toBeGreaterThan(PURCHASES_LISTED);
    expect([...first, ...rest].map(({ id }) => id).toSorted()).toEqual(ids);
  });
});
