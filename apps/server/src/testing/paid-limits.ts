import { CALLS, REALITY_CHECK_MS, type LimitPeriod } from '@popfray/protocol';
import type { Context } from '../platform/context/context.ts';
import { setLimit } from '../protection/limits.ts';
import { change, excludeSelf, takeBreak } from '../protection/protection.ts';
import { createApp } from '../start/app.ts';
import { ask } from './client.fixture.ts';
import { COUNTRY_HEADER, fromBalance, REFUSED_COUNTRY, TRX, type PaidAction, type Scene } from './paid-scene.ts';

/** An upgrade that is bought before a limit is reached, and its price, sun. */
const SPENT_ON = 'rapid-fire';
const SPENT_SUN = 6 * TRX;

/** Room of a limit, sun: for one action with a price and not for two. */
const ROOM_SUN = 7 * TRX;

/** A limit. */
export interface PaidLimit {
  /** The actions that it is about. */
  readonly kinds: readonly PaidAction['kind'][];
  readonly settings?: Partial<Context['settings']>;
  /** Puts it into force. */
  readonly arm?: (scene: Scene) => Promise<unknown>;
  /** How many of the two attempts it lets through. */
  readonly allowed: 0 | 1;
}

const PLAY = ['priced', 'late', 'free'] as const;
const ALL = [...PLAY, 'deposit'] as const;

/** Loses money with an upgrade, and sets the limit that this loss reaches. */
const reach =
  (period: LimitPeriod) =>
  async ({ test, player, token }: Scene): Promise<void> => {
    const body = { upgradeId: SPENT_ON, ...fromBalance() };
    const bought = await ask(createApp(test.context), CALLS.createPayment, { token, body });
    if (bought.code !== null) throw new Error(bought.code);
    const { db, now } = test.context;
    const plan = { kind: 'loss', period, amountSun: SPENT_SUN } as const;
    await db.inTransaction(async () => setLimit(db, player.address, plan, now()));
  };

/** Sets a limit that has room for one action. */
const limitTo =
  (kind: 'loss' | 'deposit', period: LimitPeriod) =>
  async ({ test: { context }, player }: Scene): Promise<void> =>
    context.db.inTransaction(async () =>
      setLimit(context.db, player.address, { kind, period, amountSun: ROOM_SUN }, context.now()),
    );

/** Every limit: the actions that it is about, how it comes into force, and how many of two attempts it allows. */
export const LIMITS: Readonly<Record<string, PaidLimit>> = {
  'a loss limit of the day': { kinds: ['priced', 'late'], arm: limitTo('loss', 'day'), allowed: 1 },
  'a loss limit of the week': { kinds: ['priced', 'late'], arm: limitTo('loss', 'week'), allowed: 1 },
  'a loss limit of the month': { kinds: ['priced', 'late'], arm: limitTo('loss', 'month'), allowed: 1 },
  'a reached limit of the day': { kinds: PLAY, arm: reach('day'), allowed: 0 },
  'a reached limit of the week': { kinds: PLAY, arm: reach('week'), allowed: 0 },
  'a reached limit of the month': { kinds: PLAY, arm: reach('month'), allowed: 0 },
  'a deposit limit of the day': { kinds: ['deposit'], arm: limitTo('deposit', 'day'), allowed: 1 },
  'a deposit limit of the week': { kinds: ['deposit'], arm: limitTo('deposit', 'week'), allowed: 1 },
  'a deposit limit of the month': { kinds: ['deposit'], arm: limitTo('deposit', 'month'), allowed: 1 },
  'a break': { kinds: ALL, arm: async ({ test, player }) => takeBreak(test.context, player.address, 1), allowed: 0 },
  'a self-exclusion': {
    kinds: ALL,
    arm: async ({ test, player }) => excludeSelf(test.context, player.address, 6),
    allowed: 0,
  },
  'a reality check': {
    kinds: ALL,
    async arm({ test: { context, clock }, player }) {
      const beganAt = clock.nowMs - REALITY_CHECK_MS;
      const play = { play_since: beganAt, checked_at: beganAt, last_paid_at: clock.nowMs };
      await context.db.inTransaction(async () => change(context.db, player.address, play));
    },
    allowed: 0,
  },
  'an unconfirmed age': {
    kinds: ALL,
    async arm({ test: { context }, player }) {
      const unconfirmed = { age_version: null, age_confirmed_at: null };
      await context.db.inTransaction(async () => change(context.db, player.address, unconfirmed));
    },
    allowed: 0,
  },
  'a refused country': {
    kinds: ALL,
    settings: { isBehindProxy: true, countryHeader: COUNTRY_HEADER, refusedCountries: [REFUSED_COUNTRY] },
    allowed: 0,
  },
  'paid play that is off': { kinds: ALL, settings: { isPaidPlayOn: false }, allowed: 0 },
};
