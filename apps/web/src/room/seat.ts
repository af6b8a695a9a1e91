import { CALLS, type Participant, type Seat, type Session } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';

/** ms between two looks at a seat whose fee is not final. */
const SEAT_EVERY_MS = 2_000;

/** The signed-in player's own seat; null when there is none. */
async function findSeat(id: string, signal: AbortSignal): Promise<Seat | null> {
  try {
    return await ask(CALLS.getMySeat, { params: { id }, signal });
  } catch (error) {
    if (error instanceof AskError && error.code === 'ERR_SEAT_UNKNOWN') return null;
    throw error;
  }
}

const seatQuery = (id: string, address: string) =>
  queryOptions<Seat | null>({
    queryKey: ['seat', id, address],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'reserved' ? SEAT_EVERY_MS : false),
    queryFn: ({ signal }) => findSeat(id, signal),
  });

/** Who a visitor is in a session: nobody while `participant` is null. */
export interface Self {
  readonly participant: Participant | null;
  readonly isCreator: boolean;
  /** Null while it is not known, and without one. */
  readonly seat: Seat | null;
  /** Whether the player has a place among the players and this server has no key to it: the host was too slow to answer. */
  readonly isKeyMissing: boolean;
}

/** The visitor's own part in a session. */
export function useSelf(session: Session, address: string | null): Self {
  const participant =
    session.participants.find(({ userId, status }) => userId === address && status !== 'left') ?? null;
  const { data } = useQuery({ ...seatQuery(session.id, address ?? ''), enabled: participant !== null });
  return {
    participant,
    isCreator: address !== null && session.creatorAddress === address,
    seat: participant === null ? null : (data ?? null),
    isKeyMissing: participant !== null && !session.isHostedHere && data === null,
  };
}

/** Whether a visitor has something to give up: a seat, or a session. Nobody leaves once the countdown runs. */
export const canLeave = ({ status }: Session, { participant, isCreator }: Self): boolean =>
  (status === 'draft' || status === 'waiting') && (participant !== null || isCreator);
