import type { Wallet } from '@popfray/chain';
import { PLATFORM_CALLS, type Platform } from '@popfray/protocol';
import { createTronLinkWallet } from '@popfray/tron/browser';
import { importDevWallet, IS_DEV_CHAIN } from '../account/dev-chain.ts';
import { account } from '../account/state.ts';
import { callApi } from '../api/call-api.ts';

let walletPromise: Promise<Wallet> | null = null;

/** The wallet of this page, created after the server has named its chain. Rejects with an `ApiError` while the server cannot be reached. */
export function wallet(): Promise<Wallet> {
  walletPromise ??= createWallet().catch((error: unknown) => {
    walletPromise = null;
    throw error;
  });
  return walletPromise;
}

async function createWallet(): Promise<Wallet> {
  const platform = account.getState().platform ?? (await callApi(PLATFORM_CALLS.getPlatform));
  account.setState({ platform });
  await installDevWallet(platform);
  return createTronLinkWallet({ chainId: platform.network.chainId, isDevWalletWelcome: IS_DEV_CHAIN });
}

/** Installs the dev wallet if the build contains it and the server has a dev chain. */
async function installDevWallet({ network: { devNodeUrl }, houseAddress }: Platform): Promise<void> {
  if (importDevWallet === null || devNodeUrl === null) return;
  const devWallet = await importDevWallet();
  devWallet.installDevWallet({ nodeUrl: devNodeUrl, houseAddress });
}
