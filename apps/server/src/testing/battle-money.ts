import { fetchValue } from '../platform/database/raw-query.fixture.ts';
import { findWrong } from './battle-money-findings.ts';
import { playSessions } from './battle-money-play.ts';
import { openBattleWorld } from './battle-money-world.ts';

/** What became of the money of many battles. */
export interface BattleMoney {
  readonly sessions: number;
  readonly settled: number;
  readonly refunded: number;
  /** How often the server died. */
  readonly deaths: number;
  /** What is wrong, in words. */
  readonly findings: readonly string[];
}

/** Makes so many sessions over a new database file, lets people, chain and server do their worst, and counts. */
export async function runBattles(file: string, count: number, seed: string): Promise<BattleMoney> {
  const world = await openBattleWorld(file, seed);
  try {
    await playSessions(world, count);
    const findings = await findWrong(world);
    const { db } = world.crashable.context;
    const sessions = (await fetchValue<number>(db, 'SELECT count(*) FROM sessions')) ?? 0;
    const settled = (await fetchValue<number>(db, `SELECT count(*) FROM sessions WHERE status = 'settled'`)) ?? 0;
    return { sessions, settled, refunded: sessions - settled, deaths: world.crashable.deaths, findings };
  } finally {
    await world.test.stop();
    await world.crashable.context.db.close();
  }
}
