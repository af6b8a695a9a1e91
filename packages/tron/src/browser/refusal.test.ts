import { describe, expect, test } from 'vitest';
import { DeadlineError } from './deadline.ts';
import { refusalOf } from './refusal.ts';

const coded = (code: number, message = 'no'): Error => Object.assign(new Error(message), { code });

describe('what a wallet throws', () => {
  test.each([
    ['the person refused', coded(4_001), 'ERR_WALLET_REJECTED'],
    ['a request is open', coded(-32_002), 'ERR_WALLET_PENDING'],
    ['a request is open, the legacy way', { code: 4_000 }, 'ERR_WALLET_PENDING'],
    ['the person refused, the legacy way', { code: 4_001 }, 'ERR_WALLET_REJECTED'],
    ['asked again while locked', coded(-32_000), 'ERR_WALLET_LOCKED'],
    ['a signature was refused', new Error('Confirmation declined by user'), 'ERR_WALLET_REJECTED'],
    ['a signature was refused, as text', 'Confirmation declined by user', 'ERR_WALLET_REJECTED'],
    ['the extension has gone', new Error('Extension context invalidated.'), 'ERR_WALLET_ABSENT'],
    ['the wallet is disconnected', coded(4_900), 'ERR_WALLET_ABSENT'],
    ['no answer', new DeadlineError('late'), 'ERR_WALLET_TIMEOUT'],
    ['an unknown method', coded(4_200), 'ERR_WALLET_INCOMPATIBLE'],
    ['wrong parameters', coded(-32_602), 'ERR_WALLET_INCOMPATIBLE'],
    ['an error without words', new Error(''), 'ERR_WALLET_INCOMPATIBLE'],
    ['nothing', undefined, 'ERR_WALLET_INCOMPATIBLE'],
    ['a number', 7, 'ERR_WALLET_INCOMPATIBLE'],
  ])('has a code: %s', (_reason, thrown, code) => {
    expect(refusalOf(thrown).code).toBe(code);
  });

  test.each(['get', 'getPrototypeOf'] as const)('has a code even when its %s throws', (trap) => {
    const thrown = new Proxy({}, { [trap]: () => expect.unreachable('was read without care') });
    expect(refusalOf(thrown)).toEqual({ code: 'ERR_WALLET_INCOMPATIBLE', reason: '' });
  });

  test('keeps its words, if they are no book', () => {
    expect(refusalOf(new Error('odd')).reason).toBe('odd');
    expect(refusalOf(new Error('x'.repeat(10_000))).reason).toHaveLength(200);
  });
});
