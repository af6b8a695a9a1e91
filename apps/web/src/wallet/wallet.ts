import type { Wallet } from '@popfray/chain';
import { CALLS, type Platform } from '@popfray/protocol';
import { createTronLinkWallet } from '@popfray/tron/browser';
import { importDevWallet, IS_DEV_CHAIN } from '../account/dev-chain.ts';
import { account } from '../account/state.ts';
import { ask } from '../api/ask.ts';

let made: Promise<Wallet> | null = null;

/** The wallet of this page, once the server has told for which chain. Rejects with an `AskError` while it cannot be asked. */
export function wallet(): Promise<Wallet> {
  made ??= makeWallet().catch((error: unknown) => {
    made = null;
    throw error;
  });
  return made;
}

async function makeWallet(): Promise<Wallet> {
  const platform = account.getState().platform ?? (await ask(CALLS.getPlatform));
  account.setState({ platform });
  await installDevWallet(platform);
  return createTronLinkWallet({ chainId: platform.network.chainId, isDevWalletWelcome: IS_DEV_CHAIN });
}

/** Puts the dev wallet into the page where the build has it and there is a dev chain for it. */
async function installDevWallet({ network: { devNodeUrl }, houseAddress }: Platform): Promise<void> {
  if (importDevWallet === null || devNodeUrl === null) return;
  const devWallet = await importDevWallet();
  devWallet.installDevWallet({ nodeUrl: devNodeUrl, houseAddress });
}
