import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { arena } from '@popfray/engine';
import type { Context } from '../platform/context/context.ts';
import { defaultSettings } from '../earning-limits/defaults.ts';
import { findNetworkHash, hashNetwork } from '../earning-limits/network-hash.ts';
import { readSettings } from '../earning-limits/operator-settings.ts';
import { allowanceOf, houseAllowanceOf } from '../rounds/reward.ts';
import { settleRound } from '../rounds/settle.ts';
import { parseConfig } from '../start/config.ts';
import { createTestContext } from './context.fixture.ts';

const MINUTE_MS = 60_000;

/** Keys of one program. */
export interface ManyKeys {
  /** What each of its rounds earns before the limits, sun. */
  readonly earnedSun: number;
  readonly keys: number;
  readonly hours: number;
  /** The network of a key by its number. */
  readonly networkOf: (key: number) => string;
}

/** What the keys were credited. */
export interface Taken {
  readonly takenSun: number;
  /** The house's budget of one day. */
  readonly budgetSun: number;
  /** The most that was taken in one minute. */
  readonly mostInMinuteSun: number;
}

/** What a public server has when its operator changes nothing. */
function publicSettings(): Pick<Context['settings'], 'dailyCapSun' | 'rewardBudgetSun' | 'limitDefaults'> {
  const config = parseConfig({ TRON_NETWORK: 'shasta', HOUSE_PRIVATE_KEY: '1'.repeat(64) });
  if ('code' in config) throw new Error(config.message);
  const { dailyCapSun, rewardBudgetSun } = config;
  return { dailyCapSun, rewardBudgetSun, limitDefaults: defaultSettings(false) };
}

/**
 * Lets new keys play a round each in every minute in which something is left to earn, with the settings of a public server, a SQLite file and a
 * virtual clock. It starts at noon (UTC), so that the caps of two days can be taken within 24 hours.
 */
export async function playManyKeys({ earnedSun, keys, hours, networkOf }: ManyKeys): Promise<Taken> {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-keys-'));
  const test = await createTestContext({ database: join(folder, 'popfray.db') });
  try {
    const context: Context = { ...test.context, settings: { ...test.context.settings, ...publicSettings() } };
    const addresses: string[] = [];
    for (let key = 0; key < keys; key++) addresses.push((await test.player(`key ${key}`)).address);
    const endMs = test.clock.nowMs + hours * 60 * MINUTE_MS;
    let takenSun = 0;
    let mostInMinuteSun = 0;
    while (test.clock.nowMs < endMs) {
      let minuteSun = 0;
      for (const [key, address] of addresses.entries())
        minuteSun += await playWhenPaid(context, address, networkOf(key), earnedSun);
      takenSun += minuteSun;
      mostInMinuteSun = Math.max(mostInMinuteSun, minuteSun);
      test.clock.nowMs += MINUTE_MS;
    }
    return { takenSun, budgetSun: context.settings.rewardBudgetSun, mostInMinuteSun };
  } finally {
    await test.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Plays a round with a key, if it would be credited anything. Returns what it was credited, sun. */
async function playWhenPaid(context: Context, address: string, network: string, earnedSun: number): Promise<number> {
  const { db } = context;
  const playedAt = Math.floor(context.now());
  const values = await readSettings(context);
  const house = await houseAllowanceOf(context, values, playedAt);
  if (house.hourLeftSun === 0 || house.budgetLeftSun === 0) return 0;
  const known = await findNetworkHash(context, network, playedAt);
  const own = await allowanceOf(context, values, { address, network: known, playedAt });
  if (own.capLeftSun === 0 || own.networkLeftSun === 0) return 0;
  const id = Buffer.from(context.randomBytes(16)).toString('base64url');
  const common = { id, address, rules_id: arena.id, rules_version: arena.version, loadout: '[]' };
  return db.inTransaction(async () => {
    await db
      .insertInto('tickets')
      .values({ ...common, seed: id, issued_at: playedAt - MINUTE_MS, expires_at: playedAt, state: 'finished' })
      .execute();
    const { credited_sun } = await settleRound(context, {
      ...common,
      replay: new Uint8Array(),
      score: 0,
      popped: 0,
      best_combo: 0,
      earned_sun: earnedSun,
      suspicions: '',
      elapsed_ms: MINUTE_MS,
      clicks: 0,
      reaction_median_ms: null,
      interval_variation_pct: null,
      aim_offset_pct: null,
      played_at: playedAt,
      network: await hashNetwork(context, network, playedAt),
      path_score: null,
      contradicted: null,
      path: null,
    });
    return credited_sun;
  });
}
