import type { Wallet } from '@popfray/chain';
import { createTronLinkWallet } from '@popfray/tron/browser';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAccount } from '../../data/account/account.ts';
import { IS_DEV_CHAIN } from '../../data/account/dev-chain.ts';
import { serverNow } from '../../data/api/server-clock.ts';
import { wallet } from '../../data/wallet/wallet.ts';
import { diagnose, type Diagnosis } from './diagnostics.ts';
import { aboutQuery, platformQuery } from './server.ts';

/** Returns the wallet to check. */
export type OpenWallet = () => Promise<Wallet>;

let fallbackWallet: Wallet | null = null;

/** The wallet of this page; while the server's network is unknown, a wallet without a network. */
export async function openPageWallet(): Promise<Wallet> {
  try {
    return await wallet();
  } catch {
    fallbackWallet ??= createTronLinkWallet({ isDevWalletWelcome: IS_DEV_CHAIN });
    return fallbackWallet;
  }
}

/** Checks the wallet and the network, and again when the wallet changes. Starts when the server's information has loaded or failed. */
export function useDiagnosis(openWallet: OpenWallet = openPageWallet): UseQueryResult<Diagnosis> {
  const known = useAccount(({ platform }) => platform);
  const platformRequest = useQuery({ ...platformQuery, enabled: known === null });
  const about = useQuery(aboutQuery);
  const platform = known ?? platformRequest.data ?? null;
  const nodeUrl = about.data?.publicNodeUrl ?? null;
  const chainId = platform?.network.chainId ?? null;
  const query = useQuery({
    queryKey: ['diagnosis', chainId, nodeUrl],
    enabled: (platform !== null || platformRequest.isError) && !about.isPending,
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
