import { describe, expect, test } from 'vitest';
import { findFeeFault, makeForm, NEW_FIELDS, readFee } from './session-form.ts';

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
    expect(readFee(text)).toBe(feeSun);
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
    expect(findFeeFault(readFee(text))).toBe(fault);
  });
});

describe('the form of a session', () => {
  test('is free, for four players, for five minutes, unless it is chosen otherwise', () => {
    expect(makeForm({ ...NEW_FIELDS, name: '  Friday night ' })).toEqual({
      sessionName: 'Friday night',
      gameMode: 'cross-chain-battle',
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

  test('takes a name of 50 characters and a fee as exact text', () => {
    expect(makeForm({ ...NEW_FIELDS, name: 'x'.repeat(50), fee: '0.30' })?.entryFee).toBe('0.3');
  });
});
