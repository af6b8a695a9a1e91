import type { Wallet } from '@popfray/chain';

/** What is known of the wallet extension and the network at one moment. SPEC section 3, wallet status. */
export interface Diagnosis {
  readonly extensionInstalled: boolean;
  readonly apiCompatible: boolean;
  /** Whether the network can be reached from here: by the wallet's own node, or by a public one. */
  readonly networkConnected: boolean;
  /** Where the wallet tells. */
  readonly extensionVersion: string | null;
  /** Epoch ms. */
  readonly lastChecked: number;
  /** Whether it speaks for an account; false while locked, or not connected to this page. */
  readonly isUnlocked: boolean;
  /**
   * The network that the wallet is on: the server's, or another; `silent` where its node does not answer, `unknown` while it is
   * not asked, because it speaks for nobody or the server has not told its own.
   */
  readonly network: 'expected' | 'other' | 'silent' | 'unknown';
}

/** What to look at. */
export interface DiagnosisParts {
  readonly wallet: Pick<Wallet, 'discover' | 'network'>;
  /** The chain that the server is on; null while it has not told. */
  readonly chainId: string | null;
  /** A public node of that network, without a slash at its end; null for none. */
  readonly nodeUrl: string | null;
  readonly now: () => number;
  /** ms that a node may take. */
  readonly limitMs?: number;
  readonly fetch?: typeof fetch;
}

/** SPEC section 9: wallet API check timeout 3 s. */
const LIMIT_MS = 3_000;

/** Looks at the wallet and at the network, both at once. Takes no longer than the wallet's own patience and the node's together. */
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

/** Whether a node tells its newest block. SPEC section 7: a public node's latest block is the network check. */
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

/** What the page says of a diagnosis as a whole. SPEC section 2. */
export type Verdict = 'missing' | 'incompatible' | 'checked';

/** The whole in a word. */
export function verdictOf({ extensionInstalled, apiCompatible }: Diagnosis): Verdict {
  if (!extensionInstalled) return 'missing';
  return apiCompatible ? 'checked' : 'incompatible';
}
