import { describe, expect, it } from 'vitest';
import { FaultPlan, parseFaults } from './faults.ts';

const PATHS = new Set(['/wallet/getblock', '/wallet/broadcasttransaction']);

describe('a plan of faults', () => {
  it('strikes always, unless told how often', () => {
    const plan = new FaultPlan();
    plan.set({ busy: {}, drop: { count: 2, forget: true } });
    expect([plan.take('busy'), plan.take('busy')]).toEqual([{}, {}]);
    expect([plan.take('drop'), plan.take('drop'), plan.take('drop')]).toEqual([
      { count: 2, forget: true },
      { count: 1, forget: true },
      undefined,
    ]);
    expect(plan.inForce).toEqual({ busy: {} });
  });

  it('strikes one call only when told which', () => {
    const plan = new FaultPlan();
    plan.set({ page: { path: '/wallet/getblock', count: 1 } });
    expect(plan.strike('page', '/wallet/getaccount')).toBeUndefined();
    expect(plan.strike('page', '/wallet/getblock')).toBeDefined();
    expect(plan.strike('page', '/wallet/getblock')).toBeUndefined();
  });
});

describe('faults from JSON', () => {
  it('are read when they make sense', () => {
    const faults = {
      loseAnswer: { path: '/wallet/getblock', count: 3 },
      delay: { ms: 50 },
      page: {},
      rateLimit: { count: 1 },
      busy: { count: 2 },
      drop: { forget: true },
      rememberRefused: true,
      stopSolidifying: true,
    };
    expect(parseFaults(faults, PATHS)).toEqual({ ok: true, value: faults });
    expect(parseFaults({}, PATHS)).toEqual({ ok: true, value: {} });
  });

  it.each<[string, unknown]>([
    ['no object', undefined],
    ['a list', []],
    ['a fault that does not exist', { lag: {} }],
    ['a fault named as a member of every object', { constructor: {} }],
    ['a fault that is no object', { page: true }],
    ['a call that does not exist', { page: { path: '/wallet/getblok' } }],
    ['a path where none is taken', { busy: { path: '/wallet/getblock' } }],
    ['a count of 0', { page: { count: 0 } }],
    ['a count with a fraction', { page: { count: 1.5 } }],
    ['a delay without ms', { delay: {} }],
    ['a delay of more than a minute', { delay: { ms: 60_001 } }],
    ['a delay backwards', { delay: { ms: -1 } }],
    ['a member that is not known', { drop: { forever: true } }],
    ['forget as text', { drop: { forget: 'yes' } }],
    ['stopSolidifying off', { stopSolidifying: false }],
    ['rememberRefused counted', { rememberRefused: { count: 1 } }],
  ])('are refused with %s', (_, json) => {
    expect(parseFaults(json, PATHS)).toMatchObject({ ok: false, error: { code: 'ERR_DEV_FAULTS' } });
  });
});
