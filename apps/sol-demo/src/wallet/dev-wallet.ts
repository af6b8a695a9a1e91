import type { Wallet, WalletError, WalletErrorCode, WalletEvent } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { signText, type Account } from './keys.ts';
import { idOf, parsePayment, signPayment } from './demo-payment.ts';

/** A request that needs the user's approval. */
export interface Question {
  readonly kind: 'connect' | 'sign' | 'pay';
  /** The exact text to be signed. */
  readonly text: string;
}

/** Options of a dev wallet. */
export interface DevWalletOptions {
  readonly accounts: readonly [Account, ...Account[]];
  /** Asks the user; resolves with whether the request was approved. */
  readonly ask: (question: Question, signal: AbortSignal) => Promise<boolean>;
  /** Timeout of the approval, ms. Default: two minutes. */
  readonly approvalTimeoutMs?: number;
  /** Whether the wallet is installed from the start. Default: true. */
  readonly isPresent?: boolean;
  /** Whether the user has approved this page before. Default: false. */
  readonly isConnected?: boolean;
  /** Balance of every account, lamports: play money. */
  readonly balance?: number;
}

/** A dev wallet: the `Wallet` contract and methods for tests. */
export interface DevWallet extends Wallet {
  lock(): void;
  unlock(): void;
  /** Switches to another of its accounts. Throws for an unknown one. */
  choose(address: string): void;
  /** Installs or removes the wallet. */
  setPresent(isPresent: boolean): void;
}

/** Id of the demo's chain, which has no node. */
export const DEMO_CHAIN_ID = 'sol-demo';

const APPROVAL_TIMEOUT_MS = 120_000;
const PLAY_BALANCE = 5_000_000_000;

/** Creates a play-money wallet for the other chain from the contract in @popfray/chain and ed25519. */
export function createDevWallet(options: DevWalletOptions): DevWallet {
  const { accounts, ask, approvalTimeoutMs = APPROVAL_TIMEOUT_MS, balance = PLAY_BALANCE } = options;
  let isPresent = options.isPresent ?? true;
  let isLocked = false;
  let isConnected = options.isConnected ?? false;
  let [chosen] = accounts;
  const listeners = new Set<(event: WalletEvent) => void>();

  const refuse = (code: WalletErrorCode): Result<never, WalletError> => err({ code, reason: '' });
  const activeAccount = (): Account | null => (isPresent && isConnected && !isLocked ? chosen : null);
  /** The address of the last event. */
  let emittedAddress = activeAccount()?.address ?? null;

  function emit(event: WalletEvent): void {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch (error) {
        // A listener's error must not affect the other listeners.
        console.error(error);
      }
    }
  }

  /** Emits an event if the connected account has changed. */
  function emitAccount(): void {
    const address = activeAccount()?.address ?? null;
    if (address === emittedAddress) return;
    emittedAddress = address;
    emit({ type: 'account', address });
  }

  async function requestApproval(question: Question): Promise<Result<true, WalletError>> {
    const timeout = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), approvalTimeoutMs);
    });
    const answer = await Promise.race([ask(question, timeout.signal), late]);
    clearTimeout(timer);
    timeout.abort();
    if (answer === 'late') return refuse('ERR_WALLET_TIMEOUT');
    return answer ? ok(true) : refuse('ERR_WALLET_REJECTED');
  }

  /** The connected account, or an error. */
  function connectedAccount(): Result<Account, WalletError> {
    if (!isPresent) return refuse('ERR_WALLET_ABSENT');
    const account = activeAccount();
    return account === null ? refuse('ERR_WALLET_LOCKED') : ok(account);
  }

  const status: Wallet['status'] = () => ({
    isInstalled: isPresent,
    isCompatible: isPresent,
    address: activeAccount()?.address ?? null,
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
      if (activeAccount() === null) {
        const agreed = await requestApproval({ kind: 'connect', text: chosen.address });
        if (!agreed.ok) return agreed;
      }
      isConnected = true;
      isLocked = false;
      emittedAddress = chosen.address;
      return ok(chosen.address);
    },
    disconnect() {
      isConnected = false;
      emittedAddress = null;
    },
    network: () => Promise.resolve(isPresent ? DEMO_CHAIN_ID : null),
    balance() {
      const account = connectedAccount();
      return Promise.resolve(account.ok ? ok(balance) : account);
    },
    async signMessage(text) {
      const account = connectedAccount();
      if (!account.ok) return account;
      const agreed = await requestApproval({ kind: 'sign', text });
      return agreed.ok ? ok(signText(text, account.value)) : agreed;
    },
    async pay({ from, to, amount, unsigned }) {
      const account = connectedAccount();
      if (!account.ok) return account;
      const said = parsePayment(unsigned);
      const isHonest = said !== null && said.from === from && said.to === to && said.amount === amount && from !== to;
      if (!isHonest) return refuse('ERR_WALLET_PAYMENT');
      if (from !== account.value.address) return refuse('ERR_WALLET_ACCOUNT');
      const agreed = await requestApproval({ kind: 'pay', text: `${amount} lamports to ${to}` });
      if (!agreed.ok) return agreed;
      return ok({ txid: idOf(unsigned), signed: signPayment(unsigned, account.value) });
    },
    listen(onEvent) {
      const listener = (event: WalletEvent): void => onEvent(event);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    lock() {
      isLocked = true;
      emitAccount();
    },
    unlock() {
      isLocked = false;
      emitAccount();
    },
    choose(address) {
      const found = accounts.find((account) => account.address === address);
      if (found === undefined) throw new Error(`${address} is not in this wallet`);
      chosen = found;
      emitAccount();
    },
    setPresent(value) {
      isPresent = value;
      emit({ type: 'presence', isInstalled: value });
    },
  };
}
