import type { Context } from '../platform/context/index.ts';
import { createDesk } from './desk.ts';
import { createSharing, type Sharing } from './sharing.ts';

/**
 * Has this platform's sessions shared, and its desk serve the cross-chain server. Battles are entered at `socketUrl`. `everyMs` is
 * the least between two handovers.
 */
export async function startSharing(context: Context, socketUrl: string, everyMs?: number): Promise<Sharing> {
  const revise = createRevisions(context.now);
  const sharing = createSharing(context, revise, everyMs);
  await context.crossChain.serve(createDesk(context, socketUrl, revise, sharing.shareAll));
  return sharing;
}

/** Where a server's battles are entered: at the origin that players open, or where it listens. */
export function battleUrl({ settings }: Pick<Context, 'settings'>, listenUrl: string): string {
  const [origin = listenUrl] = settings.origins;
  return `${origin.replace(/^http/, 'ws')}/ws`;
}

/** Numbers that grow, over restarts too: microseconds since 1970, or the next where that is taken. */
function createRevisions(now: () => number): () => number {
  let last = 0;
  return () => (last = Math.max(last + 1, Math.floor(now()) * 1_000));
}
