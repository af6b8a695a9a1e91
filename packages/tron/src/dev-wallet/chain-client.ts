/** Requests to the dev chain that need no TronWeb. */
export interface ChainClient {
  /** Spendable balance in sun; null when the chain does not answer. */
  balance(address: string): Promise<number | null>;
  /** Requests sun from the faucet. Resolves with whether it paid. */
  faucet(address: string, amountSun: number): Promise<boolean>;
}

/** Timeout of a request, ms. The dev chain runs on this machine. */
const TIMEOUT_MS = 5_000;

/** Creates a client of the dev chain at a URL. */
export function createChainClient(nodeUrl: string): ChainClient {
  async function post(path: string, body: unknown): Promise<unknown> {
    const response = await fetch(`${nodeUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}.`);
    return response.json();
  }

  return {
    async balance(address) {
      try {
        const account = await post('/wallet/getaccount', { address, visible: true });
        if (typeof account !== 'object' || account === null || 'Error' in account) return null;
        // An address never seen is an empty account.
        const balance = 'balance' in account ? account.balance : 0;
        return typeof balance === 'number' && Number.isSafeInteger(balance) ? balance : null;
      } catch {
        return null;
      }
    },
    async faucet(address, amountSun) {
      try {
        await post('/dev/faucet', { address, amountSun });
        return true;
      } catch {
        return false;
      }
    },
  };
}
