import { err, ok } from '@popfray/engine/result';
import { SUN_PER_TRX } from '@popfray/engine';
import { CALLS, type SoloTerms } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findNetworkHash, readSettings } from '../earning-limits/index.ts';
import { allowanceOf, houseAllowanceOf, nextHourAt } from './reward.ts';
import { findRound, roundsOf } from './round.ts';
import { loadoutOf, SOLO_RULES } from './solo-rules.ts';

/** Solo TRX: its terms, and the rounds that were played. The folder `solo` opens them. */
export function addRounds(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;
  answer(app, gate, CALLS.getSoloTerms, async ({ address, call }) =>
    ok(await soloTerms(context, address, gate.networkOf(call))),
  );
  // Before the rounds by id: `me` is none.
  answer(app, gate, CALLS.getMyRounds, async ({ address, query }) => ok(await roundsOf(db, address, query)));
  answer(app, gate, CALLS.getRound, async ({ param }) => {
    const round = await findRound(db, param('id'));
    return round === undefined ? err('ERR_ROUND_UNKNOWN') : ok(round);
  });
}

async function soloTerms(context: Context, address: string, requestNetwork: string): Promise<SoloTerms> {
  const nowMs = Math.floor(context.now());
  return context.db.inSnapshot(async () => {
    const values = await readSettings(context);
    const network = await findNetworkHash(context, requestNetwork, nowMs);
    const own = await allowanceOf(context, values, { address, network, playedAt: nowMs });
    const house = await houseAllowanceOf(context, values, nowMs);
    return {
      pointsPerTrx: SUN_PER_TRX / SOLO_RULES.sunPerPoint,
      roundCapSun: own.roundCapSun,
      dailyCapSun: own.accountCapSun,
      earnedTodaySun: own.earnedTodaySun,
      fullCapSun: context.settings.dailyCapSun,
      networkLeftSun: own.networkLeftSun,
      ...house,
      nextHourAt: nextHourAt(nowMs),
      renewsAt: own.day.endMs,
      loadout: await loadoutOf(context.db, address, nowMs),
    };
  });
}
