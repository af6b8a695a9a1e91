import { arena, freePlay, UPGRADES } from '@popfray/engine';
import { describe, expect, test } from 'vitest';
import { practiceLoadout } from './practice-upgrades.ts';

const NOW_MS = 1_790_000_000_000;

const active = (upgradeId: string, expiresAt = NOW_MS + 1) => ({
  upgradeId,
  playerId: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  expiresAt,
  purchasedAt: NOW_MS - 1_000,
  txHash: '0'.repeat(64),
});

const ALL = UPGRADES.map(({ id }) => active(id));

describe('the upgrades of a practice round', () => {
  test('in the arena are all that change points, spawns or bosses; a bonus of TRX alone does nothing', () => {
    expect(practiceLoadout(arena, ALL, NOW_MS)).toEqual(
      UPGRADES.map(({ id }) => id).filter((id) => id !== 'trx-boost'),
    );
  });

  test('in free play, which has no bosses, are those that change points or spawns', () => {
    expect(practiceLoadout(freePlay, ALL, NOW_MS)).toEqual([
      'score-multiplier',
      'golden-touch',
      'rapid-fire',
      'bubble-storm',
      'divine-blessing',
    ]);
  });

  test('are those that are active at the start, in the engine’s order', () => {
    const upgrades = [active('rapid-fire'), active('score-multiplier'), active('boss-buster', NOW_MS)];
    expect(practiceLoadout(arena, upgrades, NOW_MS)).toEqual(['score-multiplier', 'rapid-fire']);
    expect(practiceLoadout(arena, upgrades, NOW_MS + 1)).toEqual([]);
  });

  test('do not include unknown ones of a newer server', () => {
    expect(practiceLoadout(arena, [active('warp-drive')], NOW_MS)).toEqual([]);
  });
});
