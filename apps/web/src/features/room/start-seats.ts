import { mostUnpaidSeats, type Participant, type Session, type StartSeat } from '@popfray/protocol';

/** The players whose seat is confirmed, ready or not. */
export const takenSeats = ({ participants }: Session): readonly Participant[] =>
  participants.filter(({ status }) => status === 'joined' || status === 'ready');

/** A participant as input of the rule for starting a battle. */
export const startSeatOf = ({ isPaid, status }: Participant): StartSeat => ({ isPaid, isReady: status === 'ready' });

/** Whether a bot can be added. With an entry fee, two seats are reserved for players who pay it. */
export function hasSeatForBot({ participants, currentPlayers, maxPlayers, entryFeeSun }: Session): boolean {
  const unpaid = participants.filter(({ blockchain, isBot }) => isBot || blockchain !== 'tron').length;
  return currentPlayers < maxPlayers && unpaid < mostUnpaidSeats(entryFeeSun > 0, maxPlayers);
}
