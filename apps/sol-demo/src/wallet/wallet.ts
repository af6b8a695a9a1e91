import { createStore } from 'zustand/vanilla';
import { base58 } from '@scure/base';
import { siteStorage, tabStorage } from '../storage.ts';
import { createDevWallet, type Question } from './dev-wallet.ts';
import { accountOf, createAccount, type Account } from './keys.ts';

/** Storage key of the dev wallet's secret key, which has no value. */
const KEY = 'sol-arcade.dev-wallet';

/** Storage key of the flag that this tab is connected, so that a reload during a battle restores the connection. */
const CONNECTED = 'sol-arcade.connected';

/** The wallet's open request and the connected address. */
interface WalletState {
  readonly address: string | null;
  readonly question: (Question & { readonly answer: (isAgreed: boolean) => void }) | null;
}

const wasConnected = tabStorage.getItem(CONNECTED) !== null;

/** The wallet of this browser. It has one open request; a new one declines the previous one. */
export const wallet = createDevWallet({
  accounts: [readAccount()],
  isConnected: wasConnected,
  ask: (question, signal) =>
    new Promise((resolve) => {
      walletState.getState().question?.answer(false);
      const asked = {
        ...question,
        answer(isAgreed: boolean) {
          if (walletState.getState().question === asked) walletState.setState({ question: null });
          resolve(isAgreed);
        },
      };
      signal.addEventListener('abort', () => asked.answer(false));
      walletState.setState({ question: asked });
    }),
});

export const walletState = createStore<WalletState>(() => ({ address: wallet.status().address, question: null }));

/** Connects the page to the wallet. */
export async function connect(): Promise<void> {
  const connected = await wallet.connect();
  if (!connected.ok) return;
  tabStorage.setItem(CONNECTED, 'yes');
  walletState.setState({ address: connected.value });
}

/** Disconnects the wallet from this page. */
export function disconnect(): void {
  wallet.disconnect();
  tabStorage.removeItem(CONNECTED);
  walletState.setState({ address: null });
}

function readAccount(): Account {
  try {
    const secret = base58.decode(siteStorage.getItem(KEY) ?? '');
    if (secret.length === 32) return accountOf(secret);
  } catch {
    // The stored key is damaged: create a new account.
  }
  const account = createAccount();
  siteStorage.setItem(KEY, base58.encode(account.secret));
  return account;
}
