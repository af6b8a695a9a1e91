import type { Session } from '@popfray/protocol';
import type { Context } from '../context.ts';

/** A session that another platform hosts; undefined when none of this id is known. */
export const findForeign = ({ crossChain }: Pick<Context, 'crossChain'>, id: string): Session | undefined =>
  crossChain.sessions().find((session) => session.id === id);

/** This platform's sessions among those of the others, the newest first. An id that is used here is nobody else's. */
export function withForeign({ crossChain }: Pick<Context, 'crossChain'>, own: readonly Session[]): Session[] {
  const ids = new Set(own.map(({ id }) => id));
  return [...own, ...crossChain.sessions().filter(({ id }) => !ids.has(id))].toSorted(
    (a, b) => b.createdAt - a.createdAt,
  );
}
