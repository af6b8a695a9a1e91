import { ROUND_CALLS, type VerifiedRound } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** A solo round of the player that is held or was refused. */
export interface UnpaidRound {
  readonly id: string;
  readonly status: Exclude<VerifiedRound['status'], 'credited'>;
  /** Undefined for the player's last round. */
  readonly playedAt?: number | undefined;
}

/** One of the player's own rounds, with what only the player may read; null when the server does not list it. */
export const unpaidRoundQuery = (address: string, { id, status, playedAt }: UnpaidRound) =>
  queryOptions({
    queryKey: ['rounds', address, 'unpaid', id, status],
    queryFn: async ({ signal }) => {
      const { rounds } = await callApi(ROUND_CALLS.getMyRounds, {
        query: { status, limit: 1, ...(playedAt !== undefined && { before: playedAt + 1 }) },
        signal,
      });
      return rounds.find((round) => round.id === id) ?? null;
    },
  });
