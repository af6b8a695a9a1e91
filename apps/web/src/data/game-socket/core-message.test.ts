import { describe, expect, test } from 'vitest';
import { changesBalance, parseCoreMessage, parseRawMessage } from './core-message.ts';

describe('a core message', () => {
  test.each([
    { type: 'welcome', isSignedIn: true, serverMs: 1 },
    { type: 'ping' },
    { type: 'player_count', count: 3 },
    { type: 'stats_update', totalTrxEarned: '1.5', crossChainBattles: 2 },
    { type: 'error', code: 'ERR_X', message: '' },
    { type: 'notification', title: '', message: 'Soon.' },
    { type: 'player_joined', sessionId: 'x', playerName: 'Ann' },
    { type: 'game_started', sessionId: 'x' },
  ])('is read: %o', (message) => {
    expect(parseCoreMessage(message)).toBe(message);
  });

  test.each([
    { type: 'player_count', count: '3' },
    { type: 'player_count' },
    { type: 'stats_update', totalTrxEarned: 1.5, crossChainBattles: 2 },
    { type: 'error', code: 'ERR_X' },
    { type: 'notification', title: 'x', message: null },
    { type: 'player_joined', sessionId: 'x' },
    { type: 'game_list', games: [] },
    { type: 'confetti' },
    { type: 'toString' },
    { type: '__proto__' },
  ])('is nothing else: %o', (message) => {
    expect(parseCoreMessage(message)).toBeNull();
  });
});

test.each(['{', '7', 'null', '"welcome"', '[]', '{}', '{"type":7}', new ArrayBuffer(4), undefined])(
  'a message is an object with a type, and not %o',
  (data) => {
    expect(parseRawMessage(data)).toBeNull();
  },
);

test('a notice and the end of a session may change the balance, and nothing else does', () => {
  expect(changesBalance({ type: 'notification' })).toBe(true);
  const update = (game: unknown): boolean => changesBalance(Object.assign({ type: 'game_updated' }, { game }));
  expect(update({ endedAt: 1 })).toBe(true);
  for (const game of [{ endedAt: null }, {}, null, 'x', undefined]) expect(update(game)).toBe(false);
  expect(changesBalance({ type: 'game_updated' })).toBe(false);
  expect(changesBalance({ type: 'game_list' })).toBe(false);
});
