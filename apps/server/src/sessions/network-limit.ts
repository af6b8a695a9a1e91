import { NETWORK_SIZES, type FailureCode } from '@popfray/protocol';
import { networksAround } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from './session.ts';

/** Most free sessions made from one network that wait for players at once: a class or an office shares one. */
export const MAX_FREE_OF_NETWORK = 10;

/** The network that each free session was made from. It is not stored: a restart forgets it, and a session waits 20 minutes at most. */
const everyMade = new WeakMap<Context['db'], Map<string, string>>();

/**
 * Why no more free sessions can be made from a network now; null when there can. A network of IPv6 counts with the wider ones that it lies
 * in, each of which has an allowance of its own.
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

/** Notes which network a free session was made from. */
export const noteNetwork = ({ db }: Context, sessionId: string, network: string): void =>
  void madeOf(db).set(sessionId, network);

function madeOf(db: Context['db']): Map<string, string> {
  const made = everyMade.get(db) ?? new Map<string, string>();
  everyMade.set(db, made);
  return made;
}
