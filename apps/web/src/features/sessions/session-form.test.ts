import { describe, expect, test } from 'vitest';
import {
  validateFee,
  makeForm,
  NEW_FIELDS,
  NEW_GAME_FIELDS,
  playerCountsOf,
  parseFee,
  withMode,
} from './session-form.ts';

describe('an entry fee', () => {
  test.each([
    ['', 0],
    ['0', 0],
    ['5', 5_000_000],
    ['5.', 5_000_000],
    ['12.5', 12_500_000],
    ['12,5', 12_500_000],
    ['.5', 500_000],
    [' 1 ', 1_000_000],
    ['-3', 0],
    ['1e3', 1_000_000_000],
    ['0.00000001', 1],
    ['nothing', 0],
    ['1e40', Infinity],
  ])('of "%s" is %d sun', (text, feeSun) => {
    expect(parseFee(text)).toBe(feeSun);
  });

  test.each([
    ['0', null],
    ['0.1', null],
    ['1000', null],
    ['0.05', 'small'],
    ['0.00000001', 'small'],
    ['1e40', 'large'],
    ['1000.1', 'large'],
    ['1.25', 'step'],
    ['0.100001', 'step'],
  ])('of %s TRX has the fault %s', (text, fault) => {
    expect(validateFee(parseFee(text))).toBe(fault);
  });
});

describe('the form of a session', () => {
  test('is by default free, for four players, for five minutes', () => {
    expect(makeForm({ ...NEW_FIELDS, name: '  Friday night ' })).toEqual({
      sessionName: 'Friday night',
      gameMode: 'cross-chain-battle',
      scope: 'cross-chain',
      maxPlayers: 4,
      entryFee: '0',
      timeLimit: 300,
      policy: 'winner-takes-all',
    });
  });

  test.each([
    ['no name', { name: '' }],
    ['a name of spaces', { name: '   ' }],
    ['a name of 51 characters', { name: 'x'.repeat(51) }],
    ['a fee between the steps', { name: 'x', fee: '0.15' }],
  ])('is not made of %s', (_, changed) => {
    expect(makeForm({ ...NEW_FIELDS, ...changed })).toBeNull();
  });

  test('accepts a name of 50 characters and a fee as a decimal string', () => {
    expect(makeForm({ ...NEW_FIELDS, name: 'x'.repeat(50), fee: '0.30' })?.entryFee).toBe('0.3');
  });
});

describe('the form of a local game with a fee', () => {
  test('offers 10 TRX for classic and 50 TRX for cross-chain rules', () => {
    const form = { ...NEW_GAME_FIELDS, name: 'A game' };
    expect(makeForm(form)).toMatchObject({ scope: 'local', gameMode: 'classic', entryFee: '10', maxPlayers: 4 });
    expect(makeForm(withMode(form, 'cross-chain-battle'))).toMatchObject({ scope: 'local', entryFee: '50' });
    expect(withMode(withMode(form, 'cross-chain-battle'), 'classic').fee).toBe('10');
  });

  test.each(['3', '0', ''])('keeps a fee of "%s" that was typed when the mode changes', (fee) => {
    expect(withMode({ ...NEW_GAME_FIELDS, fee }, 'cross-chain-battle').fee).toBe(fee);
  });

  test('is for four players at most', () => {
    expect(playerCountsOf('local')).toEqual([2, 3, 4]);
    expect(playerCountsOf('cross-chain')).toEqual([2, 3, 4, 6, 8]);
  });
});
