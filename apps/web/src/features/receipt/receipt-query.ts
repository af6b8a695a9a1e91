import { BATTLE_CALLS, SESSION_CALLS } from '@popfray/protocol';
import type { Receipt } from '@popfray/protocol/receipt';
import { queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';

/** Polling intervals while payouts are pending, and while the battle is running, ms. */
const PAYOUT_POLL_MS = 4_000;
const RUNNING_POLL_MS = 5_000;

/** Whether a payout is pending. */
const isPaying = ({ players }: Receipt): boolean =>
  players.some(({ payout }) => payout?.status === 'queued' || payout?.status === 'sent');

/** Whether the battle is still running, so that there is no receipt yet. */
export const isBattleRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'ERR_RECEIPT_UNKNOWN';

/** A battle's receipt, from this server or from the server of the platform that hosted the battle. */
async function fetchReceipt(id: string, signal: AbortSignal): Promise<Receipt> {
  try {
    return await callApi(BATTLE_CALLS.getReceipt, { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ERR_SESSION_UNKNOWN') throw error;
    const { hostUrl, isHostedHere } = await callApi(SESSION_CALLS.getSession, { params: { id }, signal });
    if (isHostedHere || hostUrl === undefined) throw error;
    return callApi(BATTLE_CALLS.getReceipt, { params: { id }, signal, origin: hostUrl });
  }
}

/** A battle's receipt, polled while it may change. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => fetchReceipt(id, signal),
    refetchInterval: ({ state: { data, error } }) => {
      if (data !== undefined) return isPaying(data) && PAYOUT_POLL_MS;
      return isBattleRunning(error) && RUNNING_POLL_MS;
    },
  });
