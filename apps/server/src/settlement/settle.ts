import { err, ok, type Result } from '@popfray/engine/result';
import { shareOut, type Shares, NO_POINTS } from '@popfray/protocol';
import type { BattleOver } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import type { BattleRow, Database, ResultRow, SeatRow, SessionRow } from '../platform/database/index.ts';
import { balanceOf, escrowAccount, HOUSE, playerAccount, postEntry } from '../ledger/index.ts';
import { countGame } from '../players/index.ts';
import { countPlay, rateBattle } from '../seasons/index.ts';
import {
  addBattle,
  closeSeats,
  endUnplayed,
  expectEscrow,
  findSession,
  findSoloRound,
  makeOver,
  moveSession,
  publishSessionChange,
  resultsOf,
  revenueOf,
} from '../sessions/index.ts';
import { addExaminations, findHeld, makeShareId, reviewsIn } from './examination.ts';
import type { PlayedBattle, PlayedRound } from './played.ts';
import { payPrize } from './prize.ts';
import { findRepeats } from './repeated-path.ts';
import { findSettledSolo, makeSoloOver, settleSolo } from './settle-solo.ts';

/** Why a battle cannot be settled: there is no such session, or it was not at play. */
export type SettleError = 'ERR_SESSION_UNKNOWN' | 'ERR_SESSION_STATE';

/** The step that each outcome is for the money. */
const STEPS = { settled: 'battle.settled', rewarded: 'round.credited', cancelled: 'session.refunded' } as const;

/** A seat and the round that was played on it. */
interface Played {
  readonly seat: SeatRow;
  readonly round: PlayedRound;
}

/**
 * Settles a battle that was played to its end. One transaction stores the battle and its results, divides the escrow by the session's
 * policy and queues payouts of shares from 10 TRX. A share of a player who has exceeded a limit of conduct stays in the escrow until an operator has decided. When no player scored, it refunds every fee instead. Calling it again for the same
 * battle, or for a session that was cancelled, changes nothing and returns the same answer. It throws and rolls back when the rounds are
 * not those of the session's seats, or the escrow differs from the fees that were paid.
 */
export async function settleBattle(context: Context, played: PlayedBattle): Promise<Result<BattleOver, SettleError>> {
  const { db } = context;
  const { sessionId } = played;
  const settled = await db.inTransaction(async () => settle(context, played));
  if (settled === null) return showEnd(db, sessionId);
  context.onStep(STEPS[settled]);
  const over = await showEnd(db, sessionId);
  if (over.ok) context.bus.publish({ type: 'over', over: over.value });
  publishSessionChange(context, sessionId);
  return over;
}

/** Moves a session on from play, with its money. Null when it is not at play. */
async function settle(context: Context, battle: PlayedBattle): Promise<keyof typeof STEPS | null> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const session = await findSession(db, battle.sessionId);
  if (session?.status !== 'playing') return null;
  const solo = await findSoloRound(db, session.id);
  if (solo !== undefined) return settleSolo(context, session, solo, battle);
  const paired = pair(await closeSeats(db, session.id), battle);
  if (paired.every(({ round }) => round.score === 0)) {
    await endUnplayed(db, session, 'cancelled', NO_POINTS, nowMs);
    return 'cancelled';
  }
  if ((await moveSession(db, session, 'settled', { ended_at: nowMs })) === null) return null;

  const players = await checkRepeats(db, paired, nowMs);
  const poolSun = players.reduce((sum, { seat }) => sum + seat.fee_sun, 0);
  const escrowSun = await balanceOf(db, escrowAccount(session.id));
  if (escrowSun !== poolSun) throw new Error(`session ${session.id} holds ${escrowSun} sun, and ${poolSun} were paid`);
  const contenders = players.map(({ seat, round }) => ({
    userId: seat.user_id,
    place: seat.place,
    isPaidHere: isPaidHere(seat),
    score: round.score,
  }));
  const shares = shareOut(revenueOf(session), poolSun, contenders);
  const heldSun = findHeld(players, shares);
  await book(db, session, poolSun, { shares, heldSun }, nowMs);
  const results = await Array.fromAsync(players, async (player) =>
    makeResult(context, player, { shares, heldSun }, nowMs),
  );
  await addBattle(db, makeBattle(battle, players, poolSun, shares, nowMs), results);
  await addExaminations(db, players, heldSun, nowMs);
  for (const { seat, round } of players)
    if (isPaidHere(seat) && round.status !== 'absent') await countFought(db, seat.address, round, nowMs);
  await rateBattle(db, session.id, nowMs);
  await expectEscrow(db, session.id, sumOf(heldSun.values()));
  return 'settled';
}

/** Counts a battle in the statistics of a player who came, and for the streak and the quests of one who stayed to the end. */
async function countFought(db: Database, address: string, round: PlayedRound, nowMs: number): Promise<void> {
  const { score, popped, bestCombo, status } = round;
  await countGame(db, { address, category: 'cross-chain-battle', score });
  if (status === 'finished') await countPlay(db, { address, kind: 'battle', score, popped, bestCombo, atMs: nowMs });
}

/** The players with `repeated` among the reasons of those whose path was seen before. */
async function checkRepeats(db: Database, players: readonly Played[], nowMs: number): Promise<Played[]> {
  const examined = players.map(({ seat, round: { conduct } }) => ({
    roundId: makeShareId(seat.session_id, seat.place),
    conduct,
  }));
  const checked = await findRepeats(db, examined, nowMs);
  return players.map(({ seat, round }, at) => ({ seat, round: { ...round, conduct: checked[at] ?? null } }));
}

/** How a pool is shared out. */
interface Division {
  readonly shares: Shares;
  /** The shares that are held, by user id, sun. */
  readonly heldSun: ReadonlyMap<string, number>;
}

/** The single entry that empties an escrow, except for the shares that are held. */
async function book(
  db: Database,
  session: SessionRow,
  poolSun: number,
  { shares, heldSun }: Division,
  nowMs: number,
): Promise<void> {
  const sharedSun = poolSun - sumOf(heldSun.values());
  if (sharedSun === 0) return;
  const parts = new Map([...shares.players].filter(([userId]) => !heldSun.has(userId)));
  parts.set(session.creator_address, (parts.get(session.creator_address) ?? 0) + shares.creatorSun);
  const postings = [
    { account: escrowAccount(session.id), amountSun: -sharedSun },
    // A player who is paid here is known by the address.
    ...Array.from(parts, ([address, amountSun]) => ({ account: playerAccount(address), amountSun })),
    { account: HOUSE, amountSun: shares.houseSun },
  ].filter(({ amountSun }) => amountSun !== 0);
  const key = `settle:${session.id}`;
  const entered = await postEntry(db, { key, kind: 'battle-share', reference: session.id, postings }, nowMs);
  if (entered !== 'posted') throw new Error(`${key} cannot be entered: ${entered}`);
}

/** Each seat with its round. Throws when there is not exactly one for each. */
function pair(seats: readonly SeatRow[], { sessionId, players }: PlayedBattle): Played[] {
  const rounds = new Map(players.map((round) => [round.userId, round]));
  const paired = seats.flatMap((seat) => {
    const round = rounds.get(seat.user_id);
    return round === undefined ? [] : [{ seat, round }];
  });
  if (paired.length !== seats.length || players.length !== seats.length)
    throw new Error(`the rounds of ${sessionId} are not those of its seats`);
  return paired;
}

function makeBattle(
  battle: PlayedBattle,
  players: readonly Played[],
  poolSun: number,
  { creatorSun, houseSun }: Shares,
  nowMs: number,
): BattleRow {
  const seats = players.map(({ seat }) => seat);
  return {
    session_id: battle.sessionId,
    rules_id: battle.rulesId,
    rules_version: battle.rulesVersion,
    commitment: battle.commitment,
    secret: battle.secret,
    started_at: Math.floor(battle.startedAt),
    pool_sun: poolSun,
    creator_sun: creatorSun,
    house_sun: houseSun,
    has_bots: seats.some(isBot) ? 1 : 0,
    is_cross_chain: seats.some((seat) => !isBot(seat) && seat.chain !== 'tron') ? 1 : 0,
    settled_at: nowMs,
  };
}

/** How a player ended. A share that costs no fee to withdraw is on its way to the wallet at once, unless it stays on the balance. */
async function makeResult(
  context: Context,
  { seat, round }: Played,
  { shares, heldSun }: Division,
  nowMs: number,
): Promise<ResultRow> {
  const shareSun = shares.players.get(seat.user_id) ?? 0;
  const { session_id: sessionId, address } = seat;
  const paid = heldSun.has(seat.user_id)
    ? ({ payout_id: null, to_balance: 0 } as const)
    : await payPrize(context, { sessionId, address, shareSun }, nowMs);
  return {
    session_id: sessionId,
    user_id: seat.user_id,
    place: seat.place,
    chain: seat.chain,
    address: seat.address,
    username: seat.username,
    is_bot: isBot(seat) ? 1 : 0,
    status: round.status,
    seed: round.seed,
    replay: round.replay,
    score: round.score,
    popped: round.popped,
    best_combo: round.bestCombo,
    position: shares.positions.get(seat.user_id) ?? 1,
    share_sun: shareSun,
    ...paid,
  };
}

/** How a session's battle ended, from its rows. */
export async function showEnd(db: Database, sessionId: string): Promise<Result<BattleOver, SettleError>> {
  const session = await findSession(db, sessionId);
  if (session === undefined) return err('ERR_SESSION_UNKNOWN');
  if (session.status !== 'settled' && session.status !== 'cancelled') return err('ERR_SESSION_STATE');
  const results = await resultsOf(db, sessionId);
  const solo = session.status === 'settled' && results.length === 0 ? await findSettledSolo(db, sessionId) : null;
  if (solo !== null) return ok(makeSoloOver(solo));
  return ok(makeOver(sessionId, session.status, results, await reviewsIn(db, sessionId)));
}

const isBot = (seat: SeatRow): boolean => seat.bot_skill !== null;

/** Whether what is won on a seat is paid here. DESIGN section 7. */
const isPaidHere = (seat: SeatRow): boolean => !isBot(seat) && seat.chain === 'tron';

const sumOf = (amounts: Iterable<number>): number => [...amounts].reduce((sum, amountSun) => sum + amountSun, 0);
