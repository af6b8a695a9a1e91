import { ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { getActiveSessions, getLeaderboard, getPlatformStats, getStanding } from './statistics.ts';

/** What was played and earned, and who is here. */
export function addStatistics(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.getPlatformStats, async () => ok(await getPlatformStats(context)));
  answer(app, gate, CALLS.getLeaderboard, async ({ query }) => ok(await getLeaderboard(context, query.battles)));
  answer(app, gate, CALLS.getActiveSessions, async () => ok(await getActiveSessions(context)));
  answer(app, gate, CALLS.getMyStanding, async ({ address }) => ok(await getStanding(context, address)));
}
