import { mostUnpaidSeats, type Participant, type Session, type StartSeat } from '@popfray/protocol';

/** The players who have a seat for good, ready or not. */
export const takenSeats = ({ participants }: Session): readonly Participant[] =>
  participants.filter(({ status }) => status === 'joined' || status === 'ready');

/** A participant as the rule for starting a battle sees one. */
export const startSeatOf = ({ isPaid, status }: Participant): StartSeat => ({ isPaid, isReady: status === 'ready' });

/** Whether one more bot can have a seat. Where there is a fee, two seats are left for players who pay it. */
export function hasSeatForBot({ participants, currentPlayers, maxPlayers, entryFeeSun }: Session): boolean {
  const unpaid = participants.filter(({ blockchain, isBot }) => isBot || blockchain !== 'tron').length;
  return currentPlayers < maxPlayers && unpaid < mostUnpaidSeats(entryFeeSun > 0, maxPlayers);
}
