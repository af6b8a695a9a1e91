import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * Whether the page can go on working: `online`; `offline` while the server does not answer; `outdated` when the server answers
 * but no longer has the parts that this page is made of.
 */
export type Reach = 'online' | 'offline' | 'outdated';

/** How well the page reaches its server. */
export const reach = createStore<{ readonly reach: Reach }>(() => ({ reach: 'online' }));

/** How the page reaches its server, for a component. */
export const useReach = (): Reach => useStore(reach, (state) => state.reach);

/** ms between two tries to reach the server again, and for which one may last. SPEC section 9: wallet status poll 5 s. */
const RETRY_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Notes that the server has answered. */
export function noteReached(): void {
  clearTimeout(timer);
  timer = undefined;
  if (reach.getState().reach === 'offline') reach.setState({ reach: 'online' });
}

/** Notes that the server could not be reached, and tries until it can. */
export function noteUnreached(): void {
  if (reach.getState().reach === 'online') reach.setState({ reach: 'offline' });
  timer ??= setTimeout(() => void retry(), RETRY_MS);
}

/** Notes that there is a newer Popfray than this page is. */
export const noteUpdated = (): void => reach.setState({ reach: 'outdated' });

/** Notes that a part of the page could not be fetched: the server is away, or it has another version of the page by now. */
export async function notePartMissing(): Promise<void> {
  if (await answers()) reach.setState({ reach: 'outdated' });
  else noteUnreached();
}

/** Tries at once to reach a server that could not be reached: there may be a way to it again. */
export function retryReach(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  void retry();
}

async function retry(): Promise<void> {
  timer = undefined;
  if (await answers()) noteReached();
  else noteUnreached();
}

/** Whether the server answers at all. */
async function answers(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(RETRY_MS) })).ok;
  } catch {
    return false;
  }
}
