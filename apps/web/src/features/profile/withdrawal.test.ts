import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { makeOrder, parseAmount, readPendingOrder, sendOrder, type WithdrawalOrder } from './withdrawal.ts';

const limits = { freeFromSun: 10_000_000, balanceSun: 25_500_000, feeSun: 268_000 };

describe('an amount to withdraw', () => {
  test.each([
    ['10', { amountSun: 10_000_000, feeSun: 0 }],
    [' 25.5 ', { amountSun: 25_500_000, feeSun: 0 }],
    ['25.500000', { amountSun: 25_500_000, feeSun: 0 }],
    ['25.499999', { amountSun: 25_499_999, feeSun: 0 }],
    ['9.999999', { amountSun: 9_999_999, feeSun: 268_000 }],
    ['0.268001', { amountSun: 268_001, feeSun: 268_000 }],
    ['0.268', { error: 'small' }],
    ['0', { error: 'small' }],
    ['25.500001', { error: 'large' }],
    ['999999999', { error: 'large' }],
    ['9999999999', { error: 'invalid' }],
    ['', { error: 'invalid' }],
    ['-10', { error: 'invalid' }],
    ['+10', { error: 'invalid' }],
    ['1e3', { error: 'invalid' }],
    ['10,5', { error: 'invalid' }],
    ['12.3456789', { error: 'invalid' }],
    ['0x10', { error: 'invalid' }],
    ['NaN', { error: 'invalid' }],
    ['Infinity', { error: 'invalid' }],
  ])('of %j', (text, expected) => {
    expect(parseAmount(text, limits)).toEqual(expected);
  });

  test('below 10 TRX waits for the fee to be known', () => {
    expect(parseAmount('3', { ...limits, feeSun: null })).toEqual({ error: 'noFee' });
    expect(parseAmount('10', { ...limits, feeSun: null })).toEqual({ amountSun: 10_000_000, feeSun: 0 });
  });
});

test('an order has a new id in the server’s format', () => {
  const ids = new Set(Array.from({ length: 50 }, () => makeOrder('T', { amountSun: 1, feeSun: 0 }).id));
  expect(ids.size).toBe(50);
  for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9_-]{8,64}$/);
});

describe('an order that is sent', () => {
  const ADDRESS = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const KEY = `popfray.withdrawal.v1.${ADDRESS}`;
  const stored = new Map<string, string>();
  let order: WithdrawalOrder;

  /** Lets the server answer every call with a failure. */
  const answerWith = (status: number, code: string): void => {
    vi.stubGlobal('fetch', async () => Response.json({ error: { code, message: code } }, { status }));
  };

  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, text: string) => stored.set(key, text),
      removeItem: (key: string) => stored.delete(key),
    });
    order = makeOrder(ADDRESS, { amountSun: 12_000_000, feeSun: 0 });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  test('is removed when the server refuses it', async () => {
    answerWith(402, 'ERR_WITHDRAWAL_BALANCE');
    await expect(sendOrder(order)).rejects.toMatchObject({ code: 'ERR_WITHDRAWAL_BALANCE' });
    expect(readPendingOrder(ADDRESS)).toBeNull();
  });

  test('stays stored when the player was signed out: it may have been paid', async () => {
    answerWith(401, 'ERR_SIGNED_OUT');
    await expect(sendOrder(order)).rejects.toMatchObject({ code: 'ERR_SIGNED_OUT' });
    expect(readPendingOrder(ADDRESS)).toEqual(order);
  });

  test('is sent three times to a server that fails, and stays stored', async () => {
    vi.useFakeTimers();
    let calls = 0;
    vi.stubGlobal('fetch', async () => {
      calls++;
      return Response.json({ error: { code: 'ERR_UNAVAILABLE', message: 'busy' } }, { status: 503 });
    });
    const [sent] = await Promise.all([
      sendOrder(order).catch((error: unknown) => error),
      vi.advanceTimersByTimeAsync(60_000),
    ]);
    expect(sent).toMatchObject({ status: 503 });
    expect(calls).toBe(3);
    expect(readPendingOrder(ADDRESS)).toEqual(order);
  });

  test.each<[string, (order: WithdrawalOrder) => unknown]>([
    ['of another player', (whole) => ({ ...whole, address: 'TG2XXyExBkPp9nzdajDZsozEu4BkaSJozs' })],
    ['without its id', ({ address, amountSun }) => ({ address, amountSun })],
    ['with another id', (whole) => ({ ...whole, id: 'short' })],
    ['without an amount', (whole) => ({ ...whole, amountSun: 0 })],
    ['with half a sun', (whole) => ({ ...whole, amountSun: 1.5 })],
    ['with a negative fee', (whole) => ({ ...whole, feeSun: -1 })],
    ['that is a list', () => []],
  ])('is not read from the storage %s', (_, change) => {
    stored.set(KEY, JSON.stringify(change(order)));
    expect(readPendingOrder(ADDRESS)).toBeNull();
  });

  test('of an earlier version has no fee', () => {
    const { id, address, amountSun } = order;
    stored.set(KEY, JSON.stringify({ id, address, amountSun }));
    expect(readPendingOrder(ADDRESS)).toEqual({ ...order, feeSun: 0 });
  });
});
