import { CALLS } from '@popfray/protocol';
import type { Receipt } from '@popfray/protocol/receipt';
import { queryOptions } from '@tanstack/react-query';
import { AskError } from '../api/ask-error.ts';
import { ask } from '../api/ask.ts';

/** ms between two readings while money is on its way, and while the battle is not over. */
const PAYING_MS = 4_000;
const WAITING_MS = 5_000;

/** Whether a share is on its way to a wallet. */
const isPaying = ({ players }: Receipt): boolean =>
  players.some(({ payout }) => payout?.status === 'queued' || payout?.status === 'sent');

/** Whether the battle goes on, so that there is no receipt yet. */
export const isNotOver = (error: unknown): boolean => error instanceof AskError && error.code === 'ERR_RECEIPT_UNKNOWN';

/** A battle's receipt: kept up as long as something about it may change. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => ask(CALLS.getReceipt, { params: { id }, signal }),
    refetchInterval: ({ state: { data, error } }) => {
      if (data !== undefined) return isPaying(data) && PAYING_MS;
      return isNotOver(error) && WAITING_MS;
    },
  });
