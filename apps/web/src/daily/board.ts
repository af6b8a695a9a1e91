import { CALLS, type DailyBoard } from '@popfray/protocol';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccount } from '../account/account.ts';
import { keepText, readText } from '../account/storage.ts';
import { ask } from '../api/ask.ts';
import { serverNow } from '../api/server-clock.ts';
import { readDailyGuest } from './guest.ts';

/** The key names its version: another shape gets another key. */
const KEY = 'popfray.daily-board.v1';

/** How often the board on show is fetched, ms: others play too. */
const POLL_MS = 30_000;

/** A board as it was fetched. */
export interface FetchedBoard {
  readonly board: DailyBoard;
  /** Epoch ms. */
  readonly fetchedAt: number;
}

/** Under which boards are kept in the page. */
export const DAILY_KEY = 'daily';

const boardQuery = (address: string | null, guest: string | null) =>
  queryOptions({
    queryKey: [DAILY_KEY, address, guest],
    queryFn: async ({ signal }): Promise<FetchedBoard> => {
      const query = guest === null || address !== null ? {} : { guest };
      const fetched = { board: await ask(CALLS.getDaily, { query, signal }), fetchedAt: Date.now() };
      keepText(KEY, JSON.stringify(fetched));
      return fetched;
    },
    refetchInterval: POLL_MS,
  });

/** What is known of the day. */
export interface Day {
  /** The board, unless its day is over; the newest that this browser has. */
  readonly fetched: FetchedBoard | null;
  readonly isPending: boolean;
  /** Whether it could not be fetched the last time. */
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/** The day's board, kept up while it is shown; without a connection the one that was fetched last. */
export function useDay(): Day {
  const address = useAccount(({ player }) => player?.address ?? null);
  const { data, isPending, isError, isFetching, refetch } = useQuery(boardQuery(address, readDailyGuest()?.id ?? null));
  const [before] = useState(readBoard);
  const fetched = data ?? before;
  const endsAt = fetched?.board.today.endsAt ?? 0;
  const [lastEnd, setLastEnd] = useState(0);
  const isCurrent = endsAt > lastEnd && serverNow() < endsAt;

  // At midnight there is another seed, whether it can be fetched or not.
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

/** The board that was fetched here last; null when there is none, or nothing readable. */
function readBoard(): FetchedBoard | null {
  try {
    const { board, fetchedAt } = JSON.parse(readText(KEY) ?? 'null') as { board: unknown; fetchedAt: unknown };
    const parsed = CALLS.getDaily.answer.safeParse(board);
    return parsed.success && typeof fetchedAt === 'number' ? { board: parsed.data, fetchedAt } : null;
  } catch {
    return null;
  }
}
