import type { Session } from '@popfray/protocol';
import type { Context } from '../context.ts';
import { listSessions } from '../sessions/session.ts';
import { withForeign } from '../sharing/foreign.ts';

/** How long a list that was made is shown again while nothing is known to have changed, ms. */
const FRESH_MS = 1_000;

interface Made {
  sessions: readonly Session[];
  atMs: number;
}

const made = new WeakMap<Context, Made>();

/** The list of sessions, of every chain, for those who ask again and again: made anew when a session has changed, or after a second. */
export function currentSessions(context: Context): readonly Session[] {
  let known = made.get(context);
  if (known === undefined) {
    const kept: Made = { sessions: [], atMs: -Infinity };
    context.bus.listen(({ type }) => {
      if (type === 'session' || type === 'starting' || type === 'joined') kept.atMs = -Infinity;
    });
    made.set(context, (known = kept));
  }
  const nowMs = context.now();
  if (nowMs - known.atMs >= FRESH_MS) {
    known.sessions = withForeign(context, listSessions(context));
    known.atMs = nowMs;
  }
  return known.sessions;
}
