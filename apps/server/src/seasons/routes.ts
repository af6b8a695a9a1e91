import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { answer, type Gate } from '../platform/http/index.ts';
import { showBattleRatings, showLadder } from './ladder.ts';
import { showMySeason } from './my-season.ts';

/** Ladders of seasons, the ratings that a battle has changed, and the signed-in player's own season. */
export function addSeasons(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.getMySeason, async ({ address }) => ok(await showMySeason(context, address)));
  answer(app, gate, CALLS.getSeason, async ({ query: { number } }) => {
    const ladder = await showLadder(context, number);
    return ladder === null ? err('ERR_SEASON_UNKNOWN') : ok(ladder);
  });
  answer(app, gate, CALLS.getBattleRatings, async ({ param }) => {
    const ratings = await showBattleRatings(context, param('id'));
    return ratings === null ? err('ERR_SESSION_UNKNOWN') : ok(ratings);
  });
}
