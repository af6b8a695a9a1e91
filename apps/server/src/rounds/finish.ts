import { err, ok, type Result } from '@popfray/chain';
import { parseReplayText, verifyReplay, type Replay, type Round } from '@popfray/engine';
import type { FailureCode, VerifiedRound } from '@popfray/protocol';
import type { Context } from '../context.ts';
import type { Database } from '../database/database.ts';
import type { TicketRow } from '../database/schema.ts';
import { enter, playerAccount, REWARD_BUDGET } from '../ledger/ledger.ts';
import { countRound } from '../players/player.ts';
import { allowanceOf, openBudget } from './budget.ts';
import { judgeConduct, measureConduct, type Conduct } from './conduct.ts';
import { addRound, findRound } from './round.ts';
import { checkTicket, useTicket } from './ticket.ts';

/** What a player hands in at the end of a paid round. */
export interface FinishedTicket {
  readonly id: string;
  /** The signed-in player's. */
  readonly address: string;
  /** The replay as text. */
  readonly replay: string;
}

/**
 * Finishes a ticket: plays the round again, judges how it was played, and in one transaction uses the ticket up, writes the round
 * down and credits what it earns, as far as cap and budget reach. A refused one changes nothing.
 */
export function finishTicket(context: Context, finished: FinishedTicket): Result<VerifiedRound, FailureCode> {
  const { db } = context;
  const { id, address } = finished;
  const nowMs = Math.floor(context.now());
  const ticket = checkTicket(db, id, address, nowMs);
  if (!ticket.ok) return ticket;
  const bytes = parseReplayText(finished.replay);
  if (!bytes.ok) return err('ERR_REPLAY_MALFORMED');
  const verified = verifyReplay(bytes.value);
  if (!verified.ok) return err(verified.error.kind === 'malformed' ? 'ERR_REPLAY_MALFORMED' : 'ERR_REPLAY_WRONG');
  if (!isOf(verified.value.replay, ticket.value)) return err('ERR_REPLAY_OTHER');

  const conduct = measureConduct(verified.value.replay, verified.value.round.rules);
  const played: Played = { ticket: ticket.value, bytes: bytes.value, round: verified.value.round, conduct };
  if (!db.transaction(() => settle(context, played, nowMs))) return err('ERR_TICKET_USED');
  context.onStep('round.credited');
  const round = findRound(db, id);
  if (round === undefined) throw new Error(`round ${id} is gone`);
  return ok(round);
}

/** A round that has been verified. */
interface Played {
  readonly ticket: TicketRow;
  readonly bytes: Uint8Array;
  /** At its end. */
  readonly round: Round;
  readonly conduct: Conduct;
}

/** Whether a replay is of the round that a ticket is for. Both loadouts are in the engine's order. */
const isOf = (replay: Replay, ticket: TicketRow): boolean =>
  replay.rulesId === ticket.rules_id &&
  replay.rulesVersion === ticket.rules_version &&
  replay.entropy === ticket.seed &&
  JSON.stringify(replay.loadout) === ticket.loadout;

/** Uses the ticket up, writes the round down and pays. False, and nothing is changed, when somebody was quicker. */
function settle(context: Context, { ticket, bytes, round, conduct }: Played, nowMs: number): boolean {
  const { db } = context;
  const { id, address } = ticket;
  if (!useTicket(db, id)) return false;
  const suspicions = judgeConduct(conduct);
  const isHeld = suspicions.length > 0;
  const creditedSun = isHeld ? 0 : creditFor(context, address, round.earnedSun, nowMs);
  addRound(db, {
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
    credited_sun: creditedSun,
    status: isHeld ? 'held' : 'credited',
    suspicions: suspicions.join(' '),
    elapsed_ms: nowMs - ticket.issued_at,
    clicks: conduct.clicks,
    reaction_median_ms: conduct.reactionMedianMs,
    interval_variation_pct: conduct.intervalVariationPct,
    aim_offset_pct: conduct.aimOffsetPct,
    played_at: nowMs,
  });
  if (!isHeld) countRound(db, address, round.score);
  if (creditedSun > 0) credit(db, id, address, creditedSun, nowMs);
  return true;
}

/** What a round is credited of what it earned: as much as the player's cap and the house's budget leave. */
function creditFor(context: Context, address: string, earnedSun: number, nowMs: number): number {
  openBudget(context, nowMs);
  const { capLeftSun, budgetLeftSun } = allowanceOf(context, address, nowMs);
  return Math.min(earnedSun, capLeftSun, budgetLeftSun);
}

function credit(db: Database, id: string, address: string, amountSun: number, nowMs: number): void {
  const postings = [
    { account: REWARD_BUDGET, amountSun: -amountSun },
    { account: playerAccount(address), amountSun },
  ];
  const entered = enter(db, { key: `round:${id}`, kind: 'round-reward', reference: id, postings }, nowMs);
  if (entered !== 'entered') throw new Error(`the reward of round ${id} is ${entered}`);
}
