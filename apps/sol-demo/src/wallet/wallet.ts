import { createStore } from 'zustand/vanilla';
import { base58 } from '@scure/base';
import { createDevWallet, type Question } from './dev-wallet.ts';
import { accountOf, createAccount, type Account } from './keys.ts';

/** The dev wallet keeps its key in the page's storage: it is worth nothing. */
const KEY = 'sol-arcade.dev-wallet';

/** What the wallet wants to know of the person, and who is connected. */
interface WalletState {
  readonly address: string | null;
  readonly question: (Question & { readonly answer: (isAgreed: boolean) => void }) | null;
}

export const walletState = createStore<WalletState>(() => ({ address: null, question: null }));

/** This browser's wallet. */
export const wallet = createDevWallet({
  accounts: [readAccount()],
  ask: (question, signal) =>
    new Promise((resolve) => {
      const answer = (isAgreed: boolean): void => {
        walletState.setState({ question: null });
        resolve(isAgreed);
      };
      signal.addEventListener('abort', () => walletState.setState({ question: null }));
      walletState.setState({ question: { ...question, answer } });
    }),
});

/** Connects the page to the wallet. */
export async function connect(): Promise<void> {
  const connected = await wallet.connect();
  if (connected.ok) walletState.setState({ address: connected.value });
}

/** Forgets the wallet on this page. */
export function disconnect(): void {
  wallet.disconnect();
  walletState.setState({ address: null });
}

function readAccount(): Account {
  try {
    const secret = base58.decode(localStorage.getItem(KEY) ?? '');
    if (secret.length === 32) return accountOf(secret);
  } catch {
    // Damaged, or kept from us: a new one.
  }
  const account = createAccount();
  try {
    localStorage.setItem(KEY, base58.encode(account.secret));
  } catch {
    // It lasts as long as the page.
  }
  return account;
}
