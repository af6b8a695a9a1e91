import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useAccount } from '../account/account.ts';
import { account } from '../account/state.ts';
import { queryClient } from '../api/Queries.tsx';
import { describeRefusal } from './say.ts';
import { wallet } from './wallet.ts';

const KEY = 'wallet-balance';

/** What the connected wallet holds, in sun; fetched anew by `refreshWalletBalance`. The error's message is for a person. */
export function useWalletBalance(): UseQueryResult<number> {
  const address = useAccount((state) => state.address);
  return useQuery({ queryKey: [KEY, address], enabled: address !== null, queryFn: readBalance });
}

/** Fetches the wallet's balance anew, after something has changed it. */
export const refreshWalletBalance = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });

async function readBalance(): Promise<number> {
  const connected = await wallet();
  const balance = await connected.balance();
  if (balance.ok) return balance.value;
  const network = account.getState().platform?.network.name ?? null;
  throw new Error(describeRefusal(balance.error, { downloadUrl: connected.downloadUrl, network }));
}
