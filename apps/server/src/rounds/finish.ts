import { ok, type Result } from '@popfray/engine/result';
import type { FailureCode, VerifiedRound } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { DEFAULT_LIMITS, judgeClicks } from '../conduct/index.ts';
import { commitTogether, type TicketRow } from '../platform/database/index.ts';
import { usernameOf } from '../players/index.ts';
import { hashNetwork } from '../earning-limits/index.ts';
import { replayRound, type Replayed } from './replayed.ts';
import { showRound } from './round.ts';
import { settleRound } from './settle.ts';
import { checkTicket, useTicket } from './ticket.ts';

/** What a player hands in at the end of a paid round. */
export interface FinishedTicket {
  readonly id: string;
  /** The signed-in player's. */
  readonly address: string;
  /** The replay as text. */
  readonly replay: string;
  /** The network of the request. */
  readonly network: string;
}

/**
 * Finishes a ticket: plays the round again, judges how it was played, uses the ticket up, writes the round down and credits what it
 * earns, as far as cap and budget reach. All of it is in one transaction, in which a refusal leaves no trace.
 */
export async function finishTicket(
  context: Context,
  finished: FinishedTicket,
): Promise<Result<VerifiedRound, FailureCode>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const settled = await commitTogether(db, async (): Promise<Result<VerifiedRound, FailureCode>> => {
    const ticket = await checkTicket(db, finished.id, finished.address, nowMs);
    if (!ticket.ok) return ticket;
    const replayed = replayRound(finished.replay, ticket.value);
    return replayed.ok
      ? ok(await settle(context, ticket.value, replayed.value, { nowMs, network: finished.network }))
      : replayed;
  });
  if (settled.ok) {
    context.onStep('round.credited');
    context.bus.publish({ type: 'reward' });
  }
  return settled;
}

/** Uses the ticket up, writes the round down and pays. */
async function settle(
  context: Context,
  ticket: TicketRow,
  { bytes, round, conduct }: Replayed,
  { nowMs, network }: { readonly nowMs: number; readonly network: string },
): Promise<VerifiedRound> {
  const { db } = context;
  const { id, address } = ticket;
  await useTicket(db, id);
  const row = await settleRound(context, {
    id,
    address,
    rules_id: ticket.rules_id,
    rules_version: ticket.rules_version,
    loadout: ticket.loadout,
    replay: bytes,
    score: round.score,
    popped: round.popped,
    best_combo: round.bestCombo,
    earned_sun: round.earnedSun,
    suspicions: judgeClicks(conduct, DEFAULT_LIMITS).join(' '),
    elapsed_ms: nowMs - ticket.issued_at,
    clicks: conduct.clicks,
    reaction_median_ms: conduct.reactionMedianMs,
    interval_variation_pct: conduct.intervalVariationPct,
    aim_offset_pct: conduct.aimOffsetPct,
    played_at: nowMs,
    network: await hashNetwork(context, network, nowMs),
  });
  return showRound(row, await usernameOf(db, address));
}
