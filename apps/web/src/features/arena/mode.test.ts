import type { Player } from '@popfray/protocol';
import { describe, expect, test } from 'vitest';
import { makePlayer } from '../../testing/sign-in-desk.ts';
import { parseMode, preferredMode } from './mode.ts';

test.each([
  ['mode=solo', 'solo'],
  ['seed=abc&mode=solo', 'solo'],
  ['mode=freePlay', 'freePlay'],
  ['mode=crossChain', 'crossChain'],
  ['', null],
  ['mode=<script>', null],
])('the query %j opens %s', (search, mode) => {
  expect(parseMode(search)).toBe(mode);
});

describe('without a query the arena opens for', () => {
  const player = (changes: Partial<Player>): Player => makePlayer('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', changes);

  test.each<[string, Player | null, string | null]>([
    ['a guest as usual', null, null],
    ['a new player in the default mode, even if the profile has a preferred one', player({}), null],
    ['who has played battles in cross-chain', player({ gamesPlayed: 1 }), 'crossChain'],
    ['who plays Solo rounds most in solo', player({ gamesPlayed: 9, preferredGameMode: 'trx-classic' }), 'solo'],
    [
      'who has chosen free play in free play',
      player({ chosenGameMode: 'free-play', preferredGameMode: 'free-play' }),
      'freePlay',
    ],
  ])('%s', (_, who, mode) => {
    expect(preferredMode(who)).toBe(mode);
  });
});
