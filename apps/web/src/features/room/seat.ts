import { SEAT_CALLS, type Participant, type Seat, type Session } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';

/** Polling interval of a seat whose fee is not final, ms. */
const SEAT_POLL_MS = 2_000;

/** The signed-in player's seat; null without one. */
async function fetchSeat(id: string, signal: AbortSignal): Promise<Seat | null> {
  try {
    return await callApi(SEAT_CALLS.getMySeat, { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_SEAT_UNKNOWN') return null;
    throw error;
  }
}

const seatQuery = (id: string, address: string) =>
  queryOptions<Seat | null>({
    queryKey: ['seat', id, address],
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'reserved' ? SEAT_POLL_MS : false),
    queryFn: ({ signal }) => fetchSeat(id, signal),
  });

/** The visitor's part in a session: a spectator while `participant` is null. */
export interface OwnPart {
  readonly participant: Participant | null;
  readonly isCreator: boolean;
  /** Null while it is unknown, and without a seat. */
  readonly seat: Seat | null;
  /** Whether the player is a participant but this server has no token: the host answered too late. */
  readonly isKeyMissing: boolean;
}

/** The visitor's part in a session. */
export function useOwnPart(session: Session, address: string | null): OwnPart {
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

/** Whether a visitor can leave: a seat, or an own session. Not possible after the countdown has started. */
export const canLeave = ({ status }: Session, { participant, isCreator }: OwnPart): boolean =>
  (status === 'draft' || status === 'waiting') && (participant !== null || isCreator);
