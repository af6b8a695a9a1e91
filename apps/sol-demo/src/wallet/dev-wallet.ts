import type { Wallet, WalletError, WalletErrorCode, WalletEvent } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { signText, type Account } from './keys.ts';
import { idOf, readPaper, signPaper } from './paper.ts';

/** What the wallet wants the person to agree to. */
export interface Question {
  readonly kind: 'connect' | 'sign' | 'pay';
  /** What is signed, word for word. */
  readonly text: string;
}

/** What a dev wallet is made with. */
export interface DevWalletOptions {
  readonly accounts: readonly [Account, ...Account[]];
  /** Asks the person; resolves with whether they agree. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<boolean>;
  /** How long the person is waited for, ms. Default: two minutes. */
  readonly patienceMs?: number;
  /** Whether it is in the page from the beginning. Default: true. */
  readonly isPresent?: boolean;
  /** Whether the person has agreed to this page before. Default: false. */
  readonly isConnected?: boolean;
  /** Lamports that every account holds: play money. */
  readonly balance?: number;
}

/** A dev wallet: the contract, and the buttons on its outside. */
export interface DevWallet extends Wallet {
  lock(): void;
  unlock(): void;
  /** Speaks for another of its accounts. Throws for one that is not in it. */
  choose(address: string): void;
  /** Comes into the page, or goes. */
  setPresent(isPresent: boolean): void;
}

/** Name of the demo's chain: there is no node behind it. */
export const DEMO_CHAIN_ID = 'sol-demo';

const PATIENCE_MS = 120_000;
const PLAY_BALANCE = 5_000_000_000;

/** A wallet of play money for the other chain, made of nothing but the contract in @popfray/chain and ed25519. */
export function createDevWallet(options: DevWalletOptions): DevWallet {
  const { accounts, ask, patienceMs = PATIENCE_MS, balance = PLAY_BALANCE } = options;
  let isPresent = options.isPresent ?? true;
  let isLocked = false;
  let isConnected = options.isConnected ?? false;
  let [chosen] = accounts;
  const listeners = new Set<(event: WalletEvent) => void>();

  const refuse = (code: WalletErrorCode): Result<never, WalletError> => err({ code, reason: '' });
  const speaker = (): Account | null => (isPresent && isConnected && !isLocked ? chosen : null);
  /** The address that was told last. */
  let told = speaker()?.address ?? null;

  function tell(event: WalletEvent): void {
    for (const hear of listeners) {
      try {
        hear(event);
      } catch (error) {
        // The listener's own trouble, and not the other listeners'.
        console.error(error);
      }
    }
  }

  /** Tells of the account it speaks for, if that is another one now. */
  function tellAccount(): void {
    const address = speaker()?.address ?? null;
    if (address === told) return;
    told = address;
    tell({ type: 'account', address });
  }

  async function agree(question: Question): Promise<Result<true, WalletError>> {
    const patience = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), patienceMs);
    });
    const answer = await Promise.race([ask(question, patience.signal), late]);
    clearTimeout(timer);
    patience.abort();
    if (answer === 'late') return refuse('ERR_WALLET_TIMEOUT');
    return answer ? ok(true) : refuse('ERR_WALLET_REJECTED');
  }

  /** The account that can be asked to do something. */
  function ready(): Result<Account, WalletError> {
    if (!isPresent) return refuse('ERR_WALLET_ABSENT');
    const account = speaker();
    return account === null ? refuse('ERR_WALLET_LOCKED') : ok(account);
  }

  const status: Wallet['status'] = () => ({
    isInstalled: isPresent,
    isCompatible: isPresent,
    address: speaker()?.address ?? null,
    name: isPresent ? 'Sol dev wallet' : null,
    version: null,
  });

  return {
    downloadUrl: 'https://solana.com/wallets',
    deepLink: () => null,
    discover: () => Promise.resolve(status()),
    status,
    async connect() {
      if (!isPresent) return refuse('ERR_WALLET_ABSENT');
      if (speaker() === null) {
        const agreed = await agree({ kind: 'connect', text: chosen.address });
        if (!agreed.ok) return agreed;
      }
      isConnected = true;
      isLocked = false;
      told = chosen.address;
      return ok(chosen.address);
    },
    disconnect() {
      isConnected = false;
      told = null;
    },
    network: () => Promise.resolve(isPresent ? DEMO_CHAIN_ID : null),
    balance() {
      const account = ready();
      return Promise.resolve(account.ok ? ok(balance) : account);
    },
    async signMessage(text) {
      const account = ready();
      if (!account.ok) return account;
      const agreed = await agree({ kind: 'sign', text });
      return agreed.ok ? ok(signText(text, account.value)) : agreed;
    },
    async pay({ from, to, amount, unsigned }) {
      const account = ready();
      if (!account.ok) return account;
      const said = readPaper(unsigned);
      const isHonest = said !== null && said.from === from && said.to === to && said.amount === amount && from !== to;
      if (!isHonest) return refuse('ERR_WALLET_PAYMENT');
      if (from !== account.value.address) return refuse('ERR_WALLET_ACCOUNT');
      const agreed = await agree({ kind: 'pay', text: `${amount} lamports to ${to}` });
      if (!agreed.ok) return agreed;
      return ok({ txid: idOf(unsigned), signed: signPaper(unsigned, account.value) });
    },
    listen(hear) {
      const listener = (event: WalletEvent): void => hear(event);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lock() {
      isLocked = true;
      tellAccount();
    },
    unlock() {
      isLocked = false;
      tellAccount();
    },
    choose(address) {
      const found = accounts.find((account) => account.address === address);
      if (found === undefined) throw new Error(`${address} is not in this wallet`);
      chosen = found;
      tellAccount();
    },
    setPresent(value) {
      isPresent = value;
      tell({ type: 'presence', isInstalled: value });
    },
  };
}
