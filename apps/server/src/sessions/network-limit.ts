import { err, ok, type Result } from '@popfray/engine/result';
import { NETWORK_SIZES, type FailureCode } from '@popfray/protocol';
import { networksAround } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from './session.ts';

/** Most waiting free sessions of one network, which a class or an office may share. */
export const MAX_FREE_OF_NETWORK = 10;

/**
 * The network of each free session's creator, by the session's id, or by a symbol while the session is being created. It is only in memory, because a
 * session waits 20 minutes at most.
 */
const everyMade = new WeakMap<Context['db'], Map<string | symbol, string>>();

/** A free session that is being created, which counts for its creator's network. */
export interface NetworkPlace {
  /** Ends the creation: the session counts from now on, or nothing does when `sessionId` is null. */
  end(sessionId: string | null): void;
}

/**
 * Counts a free session that is about to be created from a network, or returns why it cannot be. An IPv6 network is also counted for the wider
 * networks around it, each with its own limit. The caller ends what this returns.
 */
export async function holdNetworkPlace(
  { db, settings }: Context,
  network: string,
): Promise<Result<NetworkPlace, FailureCode>> {
  const made = madeOf(db);
  for (const id of made.keys())
    if (typeof id === 'string' && (await findSession(db, id))?.status !== 'waiting') made.delete(id);
  const isFull = networksAround(network).some((around, size) => {
    const waiting = [...made.values()].filter((from) => networksAround(from)[size] === around).length;
    return waiting >= MAX_FREE_OF_NETWORK * (NETWORK_SIZES[size]?.allowance ?? 1) * settings.rateFactor;
  });
  if (isFull) return err('ERR_SESSION_NETWORK');
  const creation = Symbol(network);
  made.set(creation, network);
  return ok({
    end(sessionId) {
      made.delete(creation);
      if (sessionId !== null) made.set(sessionId, network);
    },
  });
}

function madeOf(db: Context['db']): Map<string | symbol, string> {
  const made = everyMade.get(db) ?? new Map<string | symbol, string>();
  everyMade.set(db, made);
  return made;
}
