import type { TransactionType } from '@popfray/protocol/admin';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { queryClient } from '../api/Queries.tsx';
import { askDesk } from './ask-desk.ts';

/** ms between two readings of what the desk shows; none while the page is hidden. SPEC section 9, timings. */
const POLL_MS = 30_000;
/** ms between two looks at a reconciliation that runs. */
const RUNNING_MS = 1_000;
/** ms between two looks at payouts that are frozen: how far the chain was read. */
const FROZEN_MS = 3_000;

/** The first part of the key of everything that the desk has asked. */
export const DESK_KEY = 'desk';

/** Which of a list: those that wait for a decision, or those decided. */
export type Standing = 'open' | 'decided';

/** Which transactions. */
export interface TransactionFilter {
  readonly address?: string;
  readonly type?: TransactionType;
  /** UTC, `2026-01-15`. */
  readonly day?: string;
}

const polled = { refetchInterval: POLL_MS } as const;

export const statsQuery = queryOptions({
  queryKey: [DESK_KEY, 'stats'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getStats, { signal }),
  ...polled,
});

export const playersQuery = queryOptions({
  queryKey: [DESK_KEY, 'players'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getPlayers, { signal }),
  ...polled,
});

export const financialQuery = (days: number) =>
  queryOptions({
    queryKey: [DESK_KEY, 'financial', days],
    queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getFinancial, { query: { days }, signal }),
    ...polled,
  });

export const systemQuery = queryOptions({
  queryKey: [DESK_KEY, 'system'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getSystem, { signal }),
  ...polled,
});

export const latestQuery = queryOptions({
  queryKey: [DESK_KEY, 'latest'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getTransactions, { query: { limit: 6 }, signal }),
  ...polled,
});

export const transactionsQuery = (filter: TransactionFilter) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'transactions', filter],
    queryFn: ({ pageParam, signal }) =>
      askDesk(ADMIN_CALLS.getTransactions, { query: { ...filter, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const searchQuery = (text: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'search', text],
    queryFn: ({ signal }) => askDesk(ADMIN_CALLS.search, { query: { text }, signal }),
  });

export const playerQuery = (address: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'player', address],
    queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getPlayer, { params: { address }, signal }),
    ...polled,
  });

export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'session', id],
    queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getSession, { params: { id }, signal }),
    ...polled,
  });

export const solvencyQuery = queryOptions({
  queryKey: [DESK_KEY, 'solvency'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getSolvency, { signal }),
  ...polled,
});

export const reconciliationQuery = queryOptions({
  queryKey: [DESK_KEY, 'reconciliation'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getReconciliation, { signal }),
  refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_MS : POLL_MS),
});

export const reviewsQuery = (status: Standing) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'reviews', status],
    queryFn: ({ pageParam, signal }) =>
      askDesk(ADMIN_CALLS.getReviews, { query: { status, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const reviewQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK_KEY, 'review', id],
    queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getReview, { params: { id }, signal }),
    ...polled,
  });

export const chatReportsQuery = (status: Standing) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'chat-reports', status],
    queryFn: ({ pageParam, signal }) =>
      askDesk(ADMIN_CALLS.getChatReports, { query: { status, before: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

export const mutesQuery = queryOptions({
  queryKey: [DESK_KEY, 'mutes'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getMutes, { signal }),
  ...polled,
});

export const payoutsQuery = queryOptions({
  queryKey: [DESK_KEY, 'payouts'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getPayouts, { signal }),
  ...polled,
});

export const freezeQuery = queryOptions({
  queryKey: [DESK_KEY, 'payout-freeze'],
  queryFn: ({ signal }) => askDesk(ADMIN_CALLS.getPayoutFreeze, { signal }),
  refetchInterval: ({ state }) => (state.data?.isFrozen === true ? FROZEN_MS : POLL_MS),
});

export const auditQuery = (subject: string) =>
  infiniteQueryOptions({
    queryKey: [DESK_KEY, 'audit', subject],
    queryFn: ({ pageParam, signal }) =>
      askDesk(ADMIN_CALLS.getAuditLog, {
        query: { subject: subject === '' ? undefined : subject, before: pageParam ?? undefined },
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    ...polled,
  });

/** Reads anew whatever of the desk is on the screen. Never rejects: each place tells its own failure. */
export const refreshDesk = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [DESK_KEY], refetchType: 'active' });

/** Forgets everything that was read at the desk. */
export const clearDesk = (): void => queryClient.removeQueries({ queryKey: [DESK_KEY] });
