import { err, ok } from '@popfray/engine/result';
import { SUN_PER_TRX } from '@popfray/engine';
import { CALLS, type SoloTerms } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { allowanceOf } from './budget.ts';
import { finishTicket } from './finish.ts';
import { findRound, roundsOf } from './round.ts';
import { issueTicket, loadoutOf, SOLO_RULES } from './ticket.ts';

/** Solo TRX: its terms, its tickets, and the rounds that were played by them. */
export function addRounds(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;
  answer(app, gate, CALLS.getSoloTerms, ({ address }) => ok(soloTerms(context, address)));
  answer(app, gate, CALLS.createTicket, ({ address }) => issueTicket(context, address));
  answer(app, gate, CALLS.finishTicket, ({ address, body, param }) =>
    finishTicket(context, { id: param('id'), address, replay: body.replay }),
  );
  // Before the rounds by id: `me` is none.
  answer(app, gate, CALLS.getMyRounds, ({ address, query }) => ok(roundsOf(db, address, query)));
  answer(app, gate, CALLS.getRound, ({ param }) => {
    const round = findRound(db, param('id'));
    return round === undefined ? err('ERR_ROUND_UNKNOWN') : ok(round);
  });
}

function soloTerms(context: Context, address: string): SoloTerms {
  const nowMs = context.now();
  const { day, earnedTodaySun, budgetLeftSun } = allowanceOf(context, address, nowMs);
  return {
    pointsPerTrx: SUN_PER_TRX / SOLO_RULES.sunPerPoint,
    dailyCapSun: context.settings.dailyCapSun,
    earnedTodaySun,
    budgetLeftSun,
    renewsAt: day.endMs,
    loadout: loadoutOf(context.db, address, nowMs),
  };
}
