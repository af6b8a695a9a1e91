import { SHARED_ROUND_CALLS } from '@popfray/protocol';
import { ApiError } from '../../data/api/api-error.ts';
import { callApi } from '../../data/api/call-api.ts';
import { makeShortReplay } from '../../data/links/short-replay.ts';

/** Stores a round on the server, and returns its id there; null when the server does not store it. */
export async function storeRound(replayText: string): Promise<string | null> {
  try {
    const { id } = await callApi(SHARED_ROUND_CALLS.shareRound, { body: { replay: makeShortReplay(replayText) } });
    return id;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return null;
  }
}
