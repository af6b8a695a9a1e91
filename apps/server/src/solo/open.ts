import { err, ok, type Result } from '@popfray/engine/result';
import { newRevenue, SOLO_DELAY_MS, type FailureCode, type SoloSeat } from '@popfray/protocol';
import { hashNetwork } from '../earning-limits/index.ts';
import { isPaused } from '../ledger/index.ts';
import { createId } from '../payments/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { SessionRow } from '../platform/database/index.ts';
import { admitPaidAction } from '../protection/index.ts';
import { loadoutOf, SOLO_RULES } from '../rounds/index.ts';
import {
  addSoloRound,
  findOpenSolo,
  findSoloRound,
  loadoutOfSolo,
  makeSeatToken,
  seatHolderOf,
} from '../sessions/index.ts';

const SECOND_MS = 1_000;

/** Name of the session of a solo round, on its receipt and at the desk. */
const SESSION_NAME = 'Solo TRX';

/**
 * Opens a paid solo round, whose countdown begins now, or joins the player's open one: two tabs and repeated calls share a round. The gate in front of paid
 * actions is asked for a new round only, so a limit that is lowered meanwhile does not end one that is played. `network`: that of the request.
 */
export async function openSolo(
  context: Context,
  address: string,
  network: string,
): Promise<Result<SoloSeat, FailureCode>> {
  const { db, bus, leases } = context;
  const opened = await db.inTransaction(async (): Promise<Result<SoloSeat, FailureCode>> => {
    const open = await findOpenSolo(db, address);
    if (open !== undefined) return ok(await showSeat(context, open, false));
    const refusal = await refuseNew(context, address);
    return refusal === null ? ok(await addRound(context, address, network)) : err(refusal);
  });
  if (opened.ok && opened.value.isNew)
    bus.publish({ type: 'starting', sessionId: opened.value.id, nodeId: leases.nodeId });
  return opened;
}

/** The player's open round; null without one. */
export async function findOpen(context: Context, address: string): Promise<SoloSeat | null> {
  const open = await findOpenSolo(context.db, address);
  return open === undefined ? null : showSeat(context, open, false);
}

/** Why a player cannot open a round now. When the player can, the paid play is noted. */
async function refuseNew(context: Context, address: string): Promise<FailureCode | null> {
  const { db, settings } = context;
  if (settings.dailyCapSun === 0 || settings.rewardBudgetSun === 0) return 'ERR_SOLO_PAUSED';
  if (await isPaused(db)) return 'ERR_PAUSED';
  return admitPaidAction(context, address, 0);
}

async function addRound(context: Context, address: string, network: string): Promise<SoloSeat> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const startsAt = nowMs + SOLO_DELAY_MS;
  const { policy, version } = newRevenue('winner-takes-all', context.settings.otherChainPrizeTo);
  const session: SessionRow = {
    id: createId(context),
    scope: 'local',
    name: SESSION_NAME,
    game_mode: 'classic',
    creator_address: address,
    // The fewest that a session can have. Only one seat is taken, and others cannot join during a countdown.
    max_players: 2,
    fee_sun: 0,
    time_limit_s: SOLO_DELAY_MS / SECOND_MS,
    start_delay_s: SOLO_DELAY_MS / SECOND_MS,
    policy,
    policy_version: version,
    status: 'starting',
    reason: '',
    rematch_of: null,
    created_at: nowMs,
    expires_at: startsAt,
    starts_at: startsAt,
    ended_at: null,
    is_shared: 0,
    is_quick: 0,
  };
  const loadout = await loadoutOf(db, address, nowMs);
  await addSoloRound(db, session, await seatHolderOf(context, address), {
    loadout: JSON.stringify(loadout),
    network: await hashNetwork(context, network, nowMs),
  });
  return showSeat(context, session, true);
}

async function showSeat(context: Context, session: SessionRow, isNew: boolean): Promise<SoloSeat> {
  const { id, creator_address: userId, created_at: openedAt, starts_at: startsAt } = session;
  const solo = await findSoloRound(context.db, id);
  if (solo === undefined) throw new Error(`session ${id} is no solo round`);
  return {
    id,
    userId,
    token: makeSeatToken(context, id, userId),
    rulesId: SOLO_RULES.id,
    rulesVersion: SOLO_RULES.version,
    loadout: loadoutOfSolo(solo),
    openedAt,
    startsAt: startsAt ?? openedAt,
    isNew,
  };
}
