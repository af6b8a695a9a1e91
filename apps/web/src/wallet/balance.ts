import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccount } from '../account/account.ts';
import { account } from '../account/state.ts';
import { networkName } from '../account/network-name.ts';
import { queryClient } from '../api/Queries.tsx';
import { describeRefusal } from './say.ts';
import { wallet } from './wallet.ts';

const KEY = 'wallet-balance';

/** ms between two readings of what is shown: money comes to a wallet by other ways too. SPEC section 9: wallet status poll 5 s. */
const POLL_MS = 5_000;

/**
 * What the connected wallet holds, in sun: kept up while the page is seen, and at once by `refreshWalletBalance`. The error's
 * message is for a person.
 */
export function useWalletBalance(): UseQueryResult<number> {
  const address = useAccount((state) => state.address);
  return useQuery({
    queryKey: [KEY, address],
    enabled: address !== null,
    queryFn: readBalance,
    refetchInterval: POLL_MS,
  });
}

/** Fetches the wallet's balance anew, after something has changed it. */
export const refreshWalletBalance = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });

async function readBalance(): Promise<number> {
  const connected = await wallet();
  const balance = await connected.balance();
  if (balance.ok) return balance.value;
  const { platform } = account.getState();
  const network = platform === null ? null : networkName(platform.network);
  throw new Error(describeRefusal(balance.error, { downloadUrl: connected.downloadUrl, network }));
}
