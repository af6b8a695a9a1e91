/** What is asked of the dev chain apart from tronweb. */
export interface Bank {
  /** Spendable balance in sun; null when the chain does not answer. */
  balance(address: string): Promise<number | null>;
  /** Asks the faucet for sun. Resolves with whether it gives them. */
  faucet(address: string, amountSun: number): Promise<boolean>;
}

/** ms that the dev chain, which is on this machine, may take. */
const TIMEOUT_MS = 5_000;

/** The bank of a dev chain by its URL. */
export function createBank(nodeUrl: string): Bank {
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
