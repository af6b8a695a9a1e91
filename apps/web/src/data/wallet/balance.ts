import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccount } from '../account/account.ts';
import { account } from '../account/state.ts';
import { networkName } from '../account/network-name.ts';
import { queryClient } from '../api/Queries.tsx';
import { describeRefusal } from './toasts.ts';
import { wallet } from './wallet.ts';

const KEY = 'wallet-balance';

/** Polling interval of the shown balance, ms. A wallet's balance can change without this page. SPEC section 9: wallet status poll 5 s. */
const POLL_MS = 5_000;

/** Balance of an account of the wallet, in sun. */
export const walletBalanceQuery = (address: string | null) =>
  queryOptions({
    queryKey: [KEY, address],
    enabled: address !== null,
    queryFn: readBalance,
    refetchInterval: POLL_MS,
  });

/**
 * Balance of the connected wallet in sun. It is polled while the page is visible, and fetched at once by `refreshWalletBalance`. The
 * error's message can be shown to the user.
 */
export function useWalletBalance(): UseQueryResult<number> {
  const address = useAccount((state) => state.address);
  return useQuery(walletBalanceQuery(address));
}

/** Fetches the wallet's balance again after a change. */
export const refreshWalletBalance = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });

async function readBalance(): Promise<number> {
  const connected = await wallet();
  const balance = await connected.balance();
  if (balance.ok) return balance.value;
  const { platform } = account.getState();
  const network = platform === null ? null : networkName(platform.network);
  throw new Error(describeRefusal(balance.error, { downloadUrl: connected.downloadUrl, network }));
}
