/** Sessions, which gather players for a battle: creation, seats, entry fees, start, expiry and refunds. */
export { cancelSession } from './cancel.ts';
export { createSession } from './create.ts';
export { entryPurpose } from './entry.ts';
export type { ForeignSessions } from './foreign-sessions.ts';
export { createForgetting } from './forget.ts';
export { joinForeign, joinSession } from './join.ts';
export { lapseSessions } from './lapse.ts';
export { leaveSession } from './leave.ts';
export { deleteEndedRows, isInJournalOf, slotOf } from './live-battle.ts';
export { moveSession } from './machine.ts';
export { makeOver } from './over.ts';
export { createQuickBattleTask } from './quick.ts';
export { setReady } from './ready.ts';
export { recoverSessions, regatherSession } from './recovery.ts';
export { closeSeats, endUnplayed, expectEscrow, refundSession } from './refund.ts';
export { removePlayer } from './remove.ts';
export { addBattle, findBattle, resultsOf } from './result.ts';
export { addSessions } from './routes.ts';
export { isSeatToken, makeSeatToken } from './seat-token.ts';
export { countOpenSeats, findSeat, seatHolderOf, seatsOf } from './seat.ts';
export {
  countOpenSessions,
  findSession,
  isNoSoloRound,
  listSessions,
  publishSessionChange,
  revenueOf,
  showSession,
} from './session.ts';
export { addSoloRound, endSoloRound, findOpenSolo, findSoloRound, loadoutOfSolo } from './solo-round.ts';
export { startSession } from './start.ts';
