import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * Whether the page can use its server: `online`; `offline` while the server does not answer; `outdated` when the server answers but no
 * longer has the chunks of this version of the page.
 */
export type Connectivity = 'online' | 'offline' | 'outdated';

/** Store of the connectivity to the server. */
export const connectivity = createStore<{ readonly status: Connectivity }>(() => ({ status: 'online' }));

/** The connectivity to the server, for a component. */
export const useConnectivity = (): Connectivity => useStore(connectivity, (state) => state.status);

/** Interval of the attempts to reach the server again, and the timeout of one, ms. SPEC section 9: wallet status poll 5 s. */
const RETRY_MS = 5_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Records that the server has answered. */
export function markOnline(): void {
  clearTimeout(timer);
  timer = undefined;
  if (connectivity.getState().status === 'offline') connectivity.setState({ status: 'online' });
}

/** Records that the server could not be reached, and retries until it answers. */
export function markOffline(): void {
  if (connectivity.getState().status === 'online') connectivity.setState({ status: 'offline' });
  timer ??= setTimeout(() => void retry(), RETRY_MS);
}

/** Records that a newer version of the page has been deployed. */
export const markOutdated = (): void => connectivity.setState({ status: 'outdated' });

/** Called when a chunk could not be fetched: the server is unreachable, or it has a newer version of the page. */
export async function handleMissingChunk(): Promise<void> {
  if (await isServerReachable()) connectivity.setState({ status: 'outdated' });
  else markOffline();
}

/** Retries at once while the server is unreachable, for example when the network is back. */
export function retryNow(): void {
  if (timer === undefined) return;
  clearTimeout(timer);
  void retry();
}

async function retry(): Promise<void> {
  timer = undefined;
  if (await isServerReachable()) markOnline();
  else markOffline();
}

/** Whether the server answers its health check. */
async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(RETRY_MS) })).ok;
  } catch {
    return false;
  }
}
