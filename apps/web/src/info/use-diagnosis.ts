import type { Wallet } from '@popfray/chain';
import { createTronLinkWallet } from '@popfray/tron/browser';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccount } from '../account/account.ts';
import { IS_DEV_CHAIN } from '../account/dev-chain.ts';
import { serverNow } from '../api/server-clock.ts';
import { wallet } from '../wallet/wallet.ts';
import { diagnose, type Diagnosis } from './diagnostics.ts';
import { aboutQuery, platformQuery } from './server.ts';

/** Opens the wallet that is looked at. */
export type OpenWallet = () => Promise<Wallet>;

let stray: Wallet | null = null;

/** The wallet of this page; while the server cannot be asked for its network, one that knows none. */
export async function openPageWallet(): Promise<Wallet> {
  try {
    return await wallet();
  } catch {
    stray ??= createTronLinkWallet({ isDevWalletWelcome: IS_DEV_CHAIN });
    return stray;
  }
}

/** Looks at the wallet and the network, and again when the wallet changes. It begins once the server has told, or not. */
export function useDiagnosis(openWallet: OpenWallet = openPageWallet): UseQueryResult<Diagnosis> {
  const known = useAccount(({ platform }) => platform);
  const asked = useQuery({ ...platformQuery, enabled: known === null });
  const about = useQuery(aboutQuery);
  const platform = known ?? asked.data ?? null;
  const nodeUrl = about.data?.publicNodeUrl ?? null;
  const chainId = platform?.network.chainId ?? null;
  const query = useQuery({
    queryKey: ['diagnosis', chainId, nodeUrl],
    enabled: (platform !== null || asked.isError) && !about.isPending,
    staleTime: 0,
    queryFn: async () => diagnose({ wallet: await openWallet(), chainId, nodeUrl, now: serverNow }),
  });
  const { refetch, isEnabled } = query;
  useEffect(() => {
    if (!isEnabled) return;
    let stop: (() => void) | null = null;
    let isGone = false;
    const listen = async (): Promise<void> => {
      const opened = await openWallet();
      if (!isGone) stop = opened.listen(() => void refetch());
    };
    void listen();
    return () => {
      isGone = true;
      stop?.();
    };
  }, [isEnabled, openWallet, refetch]);
  return query;
}
