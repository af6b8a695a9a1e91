import type { Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import { findSeenSession } from './foreign-seat.ts';

/** A session that another platform hosts, as it was last told; undefined when none of this id is known. */
export const findForeign = async (
  { crossChain, db }: Pick<Context, 'crossChain' | 'db'>,
  id: string,
): Promise<Session | undefined> =>
  crossChain.sessions().find((session) => session.id === id) ?? (await findSeenSession(db, id));

/** The same, unless this platform has a session of that id: those come first. */
export const findForeignOnly = async (
  context: Pick<Context, 'crossChain' | 'db'>,
  id: string,
): Promise<Session | undefined> =>
  (await findSession(context.db, id)) === undefined ? findForeign(context, id) : undefined;

/** This platform's sessions among those of the others, the newest first. A foreign session with an id that is used here is left out. */
export function withForeign({ crossChain }: Pick<Context, 'crossChain'>, own: readonly Session[]): Session[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...crossChain.sessions().filter(({ id }) => !ids.has(id))].toSorted(
    (a, b) => b.createdAt - a.createdAt,
  );
}
