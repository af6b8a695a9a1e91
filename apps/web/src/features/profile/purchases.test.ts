import type { PurchaseRecord } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { isActive, sumPurchases } from './purchases.ts';

const NOW = Date.parse('2030-01-01T12:00:00Z');

const record = (changed: Partial<PurchaseRecord> = {}): PurchaseRecord => ({
  id: 'purchase-1',
  upgrade_id: 'trx-boost',
  price: '5',
  status: 'active',
  purchased_at: '2030-01-01T11:50:00Z',
  expires_at: '2030-01-01T12:20:00Z',
  ...changed,
});

describe('a purchase is active', () => {
  test.each<[string, Partial<PurchaseRecord>, boolean]>([
    ['while it is active and ends later', {}, true],
    ['no more at its end', { expires_at: '2030-01-01T12:00:00Z' }, false],
    ['not when the server says expired', { status: 'expired' }, false],
    ['not when its end is no time', { expires_at: 'soon' }, false],
  ])('%s', (_, changed, expected) => {
    expect(isActive(record(changed), NOW)).toBe(expected);
  });
});

describe('purchases add up', () => {
  test('to nothing when there are none', () => {
    expect(sumPurchases([], NOW)).toEqual({ count: 0, active: 0, spentSun: 0, favouriteId: null });
  });

  test('exactly, to the sun', () => {
    const records = [
      record({ price: '0.1' }),
      record({ price: '0.2', upgrade_id: 'rapid-fire', status: 'expired' }),
      record({ price: '12.000001', upgrade_id: 'rapid-fire' }),
    ];
    expect(sumPurchases(records, NOW)).toEqual({
      count: 3,
      active: 2,
      spentSun: 12_300_001,
      favouriteId: 'rapid-fire',
    });
  });
});
