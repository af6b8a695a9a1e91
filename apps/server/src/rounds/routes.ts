import { err, ok } from '@popfray/engine/result';
import { SUN_PER_TRX } from '@popfray/engine';
import { CALLS, type SoloTerms } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { forRequest } from '../protection/index.ts';
import { allowanceOf } from './budget.ts';
import { finishTicket } from './finish.ts';
import { findRound, roundsOf } from './round.ts';
import { issueTicket, loadoutOf, SOLO_RULES } from './ticket.ts';

/** Solo TRX: its terms, its tickets, and the rounds that were played by them. */
export function addRounds(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;
  answer(app, gate, CALLS.getSoloTerms, async ({ address }) => ok(await soloTerms(context, address)));
  answer(app, gate, CALLS.createTicket, async ({ address, call }) => issueTicket(forRequest(context, call), address));
  answer(app, gate, CALLS.finishTicket, ({ address, body, param }) =>
    finishTicket(context, { id: param('id'), address, replay: body.replay }),
  );
  // Before the rounds by id: `me` is none.
  answer(app, gate, CALLS.getMyRounds, async ({ address, query }) => ok(await roundsOf(db, address, query)));
  answer(app, gate, CALLS.getRound, async ({ param }) => {
    const round = await findRound(db, param('id'));
    return round === undefined ? err('ERR_ROUND_UNKNOWN') : ok(round);
  });
}

async function soloTerms(context: Context, address: string): Promise<SoloTerms> {
  const nowMs = context.now();
  const { day, earnedTodaySun, budgetLeftSun } = await allowanceOf(context, address, nowMs);
  return {
    pointsPerTrx: SUN_PER_TRX / SOLO_RULES.sunPerPoint,
    dailyCapSun: context.settings.dailyCapSun,
    earnedTodaySun,
    budgetLeftSun,
    renewsAt: day.endMs,
    loadout: await loadoutOf(context.db, address, nowMs),
  };
}
