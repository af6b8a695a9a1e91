import { describe, expect, it } from 'vitest';
import { address, id, signedSun, sun, timeMs, txid } from './field.ts';

const takes = (schema: typeof sun | typeof id, value: unknown): boolean => schema.safeParse(value).success;

describe('a field', () => {
  it.each([0, 1, 10_000_000, Number.MAX_SAFE_INTEGER])('of sun is %i', (value) => {
    expect(takes(sun, value)).toBe(true);
  });

  it.each([
    0.5,
    -1,
    2 ** 53,
    1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1',
    1n,
    null,
    undefined,
    true,
    [1],
    { valueOf: () => 1 },
  ])('of sun is not %s', (value) => {
    expect(takes(sun, value)).toBe(false);
  });

  it('of a movement may be below zero, and no field of money or time is a fraction', () => {
    expect(takes(signedSun, -5)).toBe(true);
    for (const schema of [sun, signedSun, timeMs]) expect(takes(schema, 1.5)).toBe(false);
  });

  it.each([
    [address, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', true],
    [address, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv', false],
    [address, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv0', false],
    [address, `41${'0'.repeat(40)}`, false],
    [address, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8\n', false],
    [txid, 'aB'.repeat(32), true],
    [txid, `0x${'a'.repeat(64)}`, false],
    [txid, 'a'.repeat(63), false],
    [id, 'Ab3_-xyz', true],
    [id, 'me', false],
    [id, "a' OR '1'='1", false],
    [id, 'a'.repeat(65), false],
  ] as const)('%#: %s %j', (schema, value, expected) => {
    expect(takes(schema, value)).toBe(expected);
  });
});
