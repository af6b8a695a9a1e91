import type { Wallet } from '@popfray/chain';

/** State of the wallet extension and the network at one time. SPEC section 3, wallet status. */
export interface Diagnosis {
  readonly extensionInstalled: boolean;
  readonly apiCompatible: boolean;
  /** Whether the network can be reached, by the wallet's node or by a public one. */
  readonly networkConnected: boolean;
  /** Version of the wallet, if it provides one. */
  readonly extensionVersion: string | null;
  /** Time of the check, epoch ms. */
  readonly lastChecked: number;
  /** Whether it provides an account; false while locked, or not connected to this page. */
  readonly isUnlocked: boolean;
  /**
   * Network of the wallet compared with the server's; `silent` when its node does not answer, `unknown` when it was not asked because there
   * is no account or the server has not named its network.
   */
  readonly network: 'expected' | 'other' | 'silent' | 'unknown';
}

/** Dependencies of a diagnosis. */
export interface DiagnosisParts {
  readonly wallet: Pick<Wallet, 'discover' | 'network'>;
  /** Id of the server's chain; null while it is unknown. */
  readonly chainId: string | null;
  /** A public node of that network, without a trailing slash; null for none. */
  readonly nodeUrl: string | null;
  readonly now: () => number;
  /** Timeout of a node, ms. */
  readonly limitMs?: number;
  readonly fetch?: typeof fetch;
}

/** SPEC section 9: wallet API check timeout 3 s. */
const LIMIT_MS = 3_000;

/** Checks the wallet and the network in parallel. Takes at most the timeouts of the wallet and the node together. */
export async function diagnose({
  wallet,
  chainId,
  nodeUrl,
  now,
  limitMs = LIMIT_MS,
  fetch: get = fetch,
}: DiagnosisParts): Promise<Diagnosis> {
  const [{ status, walletChainId }, isNodeUp] = await Promise.all([
    lookAt(wallet),
    nodeUrl === null || nodeUrl === '' ? false : answers(get, nodeUrl, limitMs),
  ]);
  const isUnlocked = status.address !== null;
  return {
    extensionInstalled: status.isInstalled,
    apiCompatible: status.isCompatible,
    networkConnected: walletChainId !== null || isNodeUp,
    extensionVersion: status.version,
    lastChecked: now(),
    isUnlocked,
    network: networkOf(isUnlocked, walletChainId, chainId),
  };
}

async function lookAt(wallet: DiagnosisParts['wallet']): Promise<{
  readonly status: Awaited<ReturnType<Wallet['discover']>>;
  readonly walletChainId: string | null;
}> {
  const status = await wallet.discover();
  return { status, walletChainId: status.address === null ? null : await wallet.network() };
}

function networkOf(isUnlocked: boolean, walletChainId: string | null, chainId: string | null): Diagnosis['network'] {
  if (!isUnlocked) return 'unknown';
  if (walletChainId === null) return 'silent';
  if (chainId === null) return 'unknown';
  return walletChainId === chainId ? 'expected' : 'other';
}

/** Whether a node returns its newest block. SPEC section 7: a public node's latest block is the network check. */
async function answers(get: typeof fetch, nodeUrl: string, limitMs: number): Promise<boolean> {
  try {
    const response = await get(`${nodeUrl}/wallet/getnowblock`, {
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(limitMs),
    });
    const block: unknown = response.ok ? await response.json() : null;
    return typeof block === 'object' && block !== null && 'blockID' in block;
  } catch {
    return false;
  }
}

/** Summary of a diagnosis. SPEC section 2. */
export type Verdict = 'missing' | 'incompatible' | 'checked';

/** Returns the summary. */
export function verdictOf({ extensionInstalled, apiCompatible }: Diagnosis): Verdict {
  if (!extensionInstalled) return 'missing';
  return apiCompatible ? 'checked' : 'incompatible';
}
