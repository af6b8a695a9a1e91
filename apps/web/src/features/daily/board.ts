import { DAILY_CALLS, type DailyBoard } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount } from '../../data/account/account.ts';
import { writeText, readText } from '../../data/storage/storage.ts';
import { callApi } from '../../data/api/call-api.ts';
import { serverNow } from '../../data/api/server-clock.ts';
import { readDailyGuest } from './guest.ts';

/** Storage key. It contains the format version: a new format gets a new key. */
const KEY = 'popfray.daily-board.v1';

/** Polling interval of the board, ms. */
const POLL_MS = 30_000;

/** A board with the time at which it was fetched. */
export interface FetchedBoard {
  readonly board: DailyBoard;
  /** Epoch ms. */
  readonly fetchedAt: number;
}

/** Key of the boards in the query cache. */
export const DAILY_KEY = 'daily';

const boardQuery = (address: string | null, guest: string | null) =>
  queryOptions({
    queryKey: [DAILY_KEY, address, guest],
    queryFn: async ({ signal }): Promise<FetchedBoard> => {
      const query = guest === null || address !== null ? {} : { guest };
      const fetched = { board: await callApi(DAILY_CALLS.getDaily, { query, signal }), fetchedAt: Date.now() };
      writeText(KEY, JSON.stringify(fetched));
      return fetched;
    },
    refetchInterval: POLL_MS,
  });

/** State of the current day. */
export interface Day {
  /** The newest known board; null after its day has ended. */
  readonly fetched: FetchedBoard | null;
  readonly isPending: boolean;
  /** Whether the newest request has failed. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** The day's board, polled while it is shown; offline the one that was fetched last. */
export function useDay(): Day {
  const address = useAccount(({ player }) => player?.address ?? null);
  const { data, isPending, isError, isFetching, refetch } = useQuery(boardQuery(address, readDailyGuest()?.id ?? null));
  const [before] = useState(readBoard);
  const fetched = data ?? before;
  const endsAt = fetched?.board.today.endsAt ?? 0;
  const [lastEnd, setLastEnd] = useState(0);
  const isCurrent = endsAt > lastEnd && serverNow() < endsAt;

  // At midnight the seed changes, even if the new one cannot be fetched.
  useEffect(() => {
    if (!isCurrent) return;
    const end = (): void => {
      setLastEnd(endsAt);
      void refetch();
    };
    const timer = setTimeout(end, Math.max(endsAt - serverNow(), 0) + 500);
    return () => clearTimeout(timer);
  }, [isCurrent, endsAt, refetch]);

  return {
    fetched: isCurrent ? fetched : null,
    isPending: isPending || (!isCurrent && isFetching),
    isError,
    isFetching,
    refetch: () => void refetch(),
  };
}

/** The last fetched board from storage; null when there is none or it is invalid. */
function readBoard(): FetchedBoard | null {
  try {
    const { board, fetchedAt } = JSON.parse(readText(KEY) ?? 'null') as { board: unknown; fetchedAt: unknown };
    const parsed = DAILY_CALLS.getDaily.answer.safeParse(board);
    return parsed.success && typeof fetchedAt === 'number' ? { board: parsed.data, fetchedAt } : null;
  } catch {
    return null;
  }
}
