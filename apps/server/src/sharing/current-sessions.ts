import type { Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { withForeign } from './foreign.ts';
import { listSessions, showSession } from '../sessions/index.ts';

/** How long a serialized session is reused without a known change, ms. No event reports live scores and names, so it expires. */
const FRESH_MS = 1_000;

/** What was made at a time, epoch ms. */
interface Made<Value> {
  readonly value: Value;
  readonly atMs: number;
}

/** The list as it was made last, and each of this platform's sessions in it; without what has changed since. */
interface Kept {
  list: Made<readonly Session[]> | null;
  shown: Map<string, Made<Session>>;
}

const everyKept = new WeakMap<Context, Kept>();

/** The sessions of every chain, the newest first. Cheap to call often: only changed sessions are serialized again. */
export function currentSessions(context: Context): readonly Session[] {
  const kept = keptOf(context);
  const atMs = context.now();
  const again = <Value>(made: Made<Value> | null | undefined, make: () => Value): Made<Value> =>
    made && atMs - made.atMs < FRESH_MS ? made : { value: make(), atMs };
  kept.list = again(kept.list, () => {
    kept.shown = new Map(
      listSessions(context).map((row) => [row.id, again(kept.shown.get(row.id), () => showSession(context, row))]),
    );
    return withForeign(
      context,
      Array.from(kept.shown.values(), ({ value }) => value),
    );
  });
  return kept.list.value;
}

function keptOf(context: Context): Kept {
  const known = everyKept.get(context);
  if (known !== undefined) return known;
  const kept: Kept = { list: null, shown: new Map() };
  context.bus.subscribe((event) => {
    if (event.type === 'foreign') kept.list = null;
    if (!('sessionId' in event)) return;
    kept.list = null;
    kept.shown.delete(event.sessionId);
  });
  everyKept.set(context, kept);
  return kept;
}
