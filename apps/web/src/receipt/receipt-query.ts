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

/** A battle's receipt: Popfray's own, or the one of the platform that hosted the battle, which its server has. */
async function findReceipt(id: string, signal: AbortSignal): Promise<Receipt> {
  try {
    return await ask(CALLS.getReceipt, { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof AskError) || error.code !== 'ERR_SESSION_UNKNOWN') throw error;
    const { hostUrl, isHostedHere } = await ask(CALLS.getSession, { params: { id }, signal });
    if (isHostedHere || hostUrl === undefined) throw error;
    return ask(CALLS.getReceipt, { params: { id }, signal, origin: hostUrl });
  }
}

/** A battle's receipt: kept up as long as something about it may change. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ['receipt', id],
    queryFn: ({ signal }) => findReceipt(id, signal),
    refetchInterval: ({ state: { data, error } }) => {
      if (data !== undefined) return isPaying(data) && PAYING_MS;
      return isNotOver(error) && WAITING_MS;
    },
  });
