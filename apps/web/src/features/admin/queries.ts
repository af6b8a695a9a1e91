import type { TransactionType } from '@popfray/protocol/admin';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../../data/api/Queries.tsx';
import { callDeskApi } from './call-desk-api.ts';

/** Polling interval of the desk, ms; no polling while the page is hidden. SPEC section 9, timings. */
const POLL_MS = 30_000;
/** Polling interval of a running reconciliation, ms. */
const RECONCILIATION_POLL_MS = 1_000;
/** Polling interval while payouts are frozen, to show the progress of the chain scan, ms. */
const FREEZE_POLL_MS = 3_000;

/** First part of the key of every query of the desk. */
export const DESK_KEY = 'desk';

/** Filter of a list: pending or decided entries. */
export type ListFilter = 'open' | 'decided';

/** Filter of the transactions. */
export interface TransactionFilter {
  readonly address?: string;
  readonly type?: TransactionType;
  /** Day in UTC, `2026-01-15`. */
  readonly day?: string;
}

const polled = { refetchInterval: POLL_MS } as const;

export const statsQuery = queryOptions({
  queryKey: [DESK_KEY, 'stats'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getStats, { signal }),
  ...polled,
});

export const playersQuery = queryOptions({
  queryKey: [DESK_KEY, 'players'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getPlayers, { signal }),
  ...polled,
});

export const financialQuery = (days: number) =>
  queryOptions({
    queryKey: [DESK_KEY, 'financial', days],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getFinancial, { query: { days }, signal }),
    ...polled,
  });

export const systemQuery = queryOptions({
  queryKey: [DESK_KEY, 'system'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getSystem, { signal }),
  ...polled,
});

export const settingsQuery = queryOptions({
  queryKey: [DESK_KEY, 'settings'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getSettings, { signal }),
  ...polled,
});

export const latestQuery = queryOptions({
  queryKey: [DESK_KEY, 'latest'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getTransactions, { query: { limit: 6 }, signal }),
  ...polled,
});

export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'transactions', filter],
    queryFn: ({ pageParam, signal }) =>
      callDeskApi(ADMIN_CALLS.getTransactions, { query: { ...filter, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'search', text],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.search, { query: { text }, signal }),
  });

export const playerQuery = (address: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'player', address],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getPlayer, { params: { address }, signal }),
    ...polled,
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'session', id],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getSession, { params: { id }, signal }),
    ...polled,
  });

export const solvencyQuery = queryOptions({
  queryKey: [DESK_KEY, 'solvency'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getSolvency, { signal }),
  ...polled,
});

export const reconciliationQuery = queryOptions({
  queryKey: [DESK_KEY, 'reconciliation'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getReconciliation, { signal }),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? RECONCILIATION_POLL_MS : POLL_MS),
});

export const reviewsQuery = (status: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'reviews', status],
    queryFn: ({ pageParam, signal }) =>
      callDeskApi(ADMIN_CALLS.getReviews, { query: { status, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'review', id],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getReview, { params: { id }, signal }),
    ...polled,
  });

export const heldSharesQuery = (status: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'held-shares', status],
    queryFn: ({ pageParam, signal }) =>
      callDeskApi(ADMIN_CALLS.getHeldShares, { query: { status, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const heldShareQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'held-share', id],
    queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getHeldShare, { params: { id }, signal }),
    ...polled,
  });

export const chatReportsQuery = (status: ListFilter) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'chat-reports', status],
    queryFn: ({ pageParam, signal }) =>
      callDeskApi(ADMIN_CALLS.getChatReports, { query: { status, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const mutesQuery = queryOptions({
  queryKey: [DESK_KEY, 'mutes'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getMutes, { signal }),
  ...polled,
});

export const payoutsQuery = queryOptions({
  queryKey: [DESK_KEY, 'payouts'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getPayouts, { signal }),
  ...polled,
});

export const freezeQuery = queryOptions({
  queryKey: [DESK_KEY, 'payout-freeze'],
  queryFn: ({ signal }) => callDeskApi(ADMIN_CALLS.getPayoutFreeze, { signal }),
  refetchInterval: ({ state }) => (state.data?.isFrozen === true ? FREEZE_POLL_MS : POLL_MS),
});

export const auditQuery = (subject: string) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'audit', subject],
    queryFn: ({ pageParam, signal }) =>
      callDeskApi(ADMIN_CALLS.getAuditLog, {
        query: { subject: subject === '' ? undefined : subject, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

/** Fetches all queries of the desk that are on the screen again. Never rejects: each query shows its error. */
export const refreshDesk = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [DESK_KEY], refetchType: 'active' });

/** Removes all data of the desk from the cache. */
export const clearDesk = (): void => queryClient.removeQueries({ queryKey: [DESK_KEY] });
