import { NETWORK_SIZES, type FailureCode } from '@popfray/protocol';
import { networksAround } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from './session.ts';

/** Most waiting free sessions of one network, which a class or an office may share. */
export const MAX_FREE_OF_NETWORK = 10;

/** The network of each free session's creator. It is only in memory, because a session waits 20 minutes at most. */
const everyMade = new WeakMap<Context['db'], Map<string, string>>();

/**
 * Why no more free sessions can be created from a network now; null when they can. An IPv6 network is also counted for the wider networks around
 * it, each with its own limit.
 */
export function refuseNetwork({ db, settings }: Context, network: string): FailureCode | null {
  const made = madeOf(db);
  for (const id of made.keys()) if (findSession(db, id)?.status !== 'waiting') made.delete(id);
  const isFull = networksAround(network).some((around, size) => {
    const waiting = [...made.values()].filter((from) => networksAround(from)[size] === around).length;
    return waiting >= MAX_FREE_OF_NETWORK * (NETWORK_SIZES[size]?.allowance ?? 1) * settings.rateFactor;
  });
  return isFull ? 'ERR_SESSION_NETWORK' : null;
}

/** Records the network of a free session's creator. */
export const noteNetwork = ({ db }: Context, sessionId: string, network: string): void =>
  void madeOf(db).set(sessionId, network);

function madeOf(db: Context['db']): Map<string, string> {
  const made = everyMade.get(db) ?? new Map<string, string>();
  everyMade.set(db, made);
  return made;
}
