import { createStore } from 'zustand/vanilla';
import { base58 } from '@scure/base';
import { siteStorage, tabStorage } from '../storage.ts';
import { createDevWallet, type Question } from './dev-wallet.ts';
import { accountOf, createAccount, type Account } from './keys.ts';

/** The dev wallet keeps its key in the page's storage: it is worth nothing. */
const KEY = 'sol-arcade.dev-wallet';

/** Set while this tab is connected, so that a page that comes back in the middle of a battle is. */
const CONNECTED = 'sol-arcade.connected';

/** What the wallet wants to know of the person, and who is connected. */
interface WalletState {
  readonly address: string | null;
  readonly question: (Question & { readonly answer: (isAgreed: boolean) => void }) | null;
}

const wasConnected = tabStorage.getItem(CONNECTED) !== null;

/** This browser's wallet. It asks one thing at a time: a later question is the answer no to an earlier one. */
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

/** Forgets the wallet on this page. */
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
    // Damaged: a new one.
  }
  const account = createAccount();
  siteStorage.setItem(KEY, base58.encode(account.secret));
  return account;
}
