import type { SignedPayment, Wallet, WalletError, WalletStatus } from '@popfray/chain';
import { err, ok, type Result } from '@popfray/engine/result';
import { askAccounts } from './account-request.ts';
import { until, within, type Timers } from './deadline.ts';
import { makeDeepLink } from './deep-link.ts';
import { createDiscovery } from './discovery.ts';
import { ask, has, read } from './foreign.ts';
import { accountOf, isCompatible, tronWebOf, versionOf, type Injected, type PageWindow } from './injected.ts';
import { createNetworkReader } from './network.ts';
import { ABSENT, NO_ACCOUNT, NO_SIGNING, refusal, refusalOf } from './refusal.ts';
import { checkOrder, checkSigned } from './transaction.ts';
import { createWatch } from './watch.ts';

/** How long the wallet is waited for, ms. */
export interface WalletTimeouts {
  /** For an extension that comes late. */
  readonly discoverMs: number;
  /** For a person who may have to unlock the wallet first. */
  readonly connectMs: number;
  /** For a person who reads what is to be signed. */
  readonly signMs: number;
  /** For a node behind the wallet. */
  readonly nodeMs: number;
  /** Interval between two reads of the wallet while there is a listener. */
  readonly pollMs: number;
}

/** SPEC section 9 gives the check of the wallet's API (3 s) and the poll (5 s); people get minutes. */
const TIMEOUTS: WalletTimeouts = {
  discoverMs: 3_000,
  connectMs: 120_000,
  signMs: 180_000,
  nodeMs: 3_000,
  pollMs: 5_000,
};

/** ms that a wallet may take to set its tronWeb after it has agreed to a connection. */
const READY_MS = 2_000;

/** What a TronLink wallet is made of. All of it has a default. */
export interface TronLinkOptions {
  /** The page's window. */
  readonly page?: PageWindow;
  readonly timers?: Timers;
  /** The chain that payments are for: a wallet that is known to be on another one is not asked to sign them. */
  readonly chainId?: string | null;
  /** Whether the dev wallet is taken, and before TronLink. False in production. */
  readonly isDevWalletWelcome?: boolean;
  readonly timeouts?: Partial<WalletTimeouts>;
}

const PAGE_TIMERS: Timers = {
  setTimeout: (call, delayMs) => window.setTimeout(call, delayMs),
  clearTimeout: (timer) => window.clearTimeout(timer),
};

/** A signature's 65 bytes as the chain writes it: 0x, r, s and v. */
const MESSAGE_SIGNATURE = /^0x[0-9a-fA-F]{130}$/;

/**
 * TronLink behind `Wallet`, by the providers it puts into the page; without our own tronweb. Create one for the lifetime of a page:
 * it keeps listening for announcements of wallets.
 */
export function createTronLinkWallet(options: TronLinkOptions = {}): Wallet {
  const { page = window, timers = PAGE_TIMERS, chainId = null, isDevWalletWelcome = false } = options;
  const { discoverMs, connectMs, signMs, nodeMs, pollMs } = { ...TIMEOUTS, ...options.timeouts };
  const discovery = createDiscovery({ page, timers, searchMs: discoverMs, isDevWalletWelcome });
  /** The page has ended the connection, even if the wallet has not. */
  let isForgotten = false;
  let connecting: Promise<Result<string, WalletError>> | null = null;

  const network = createNetworkReader(timers, nodeMs, () => {
    const injected = discovery.current();
    return injected && tronWebOf(injected);
  });

  /** Whom the wallet speaks for, whether or not the page has let go of it. */
  const account = (): string | null => {
    const injected = discovery.current();
    return injected && accountOf(injected);
  };

  const address = (): string | null => (isForgotten ? null : account());

  const status = (): WalletStatus => {
    const injected = discovery.current();
    return {
      isInstalled: injected !== null,
      isCompatible: injected !== null && isCompatible(injected),
      address: address(),
      name: injected?.name ?? null,
      version: injected && versionOf(page, injected),
    };
  };

  const watch = createWatch({
    page,
    timers,
    pollMs,
    provider: () => discovery.current()?.provider ?? null,
    address,
    chainId: network,
    verify: () => discovery.verify(),
    isBusy: () => connecting !== null,
  });

  /** The wallet and its account, or why there is none. */
  function session(): Result<{ readonly injected: Injected; readonly account: string }, WalletError> {
    const injected = discovery.current();
    if (injected === null) return err(ABSENT);
    const known = address();
    return known === null ? err(NO_ACCOUNT) : ok({ injected, account: known });
  }

  /** Asks the wallet's tronWeb as it is now. */
  const askTrx = (
    injected: Injected,
    limitMs: number,
    method: string,
    ...words: readonly unknown[]
  ): Promise<unknown> => within(timers, limitMs, ask(read(tronWebOf(injected), 'trx'), method, ...words));

  async function connectOnce(): Promise<Result<string, WalletError>> {
    // A wallet may tell its events before its answer is waited for.
    await Promise.resolve();
    const injected = discovery.current() ?? (await discovery.search());
    if (injected === null) return err(ABSENT);
    if (!isCompatible(injected)) return err(refusal('ERR_WALLET_INCOMPATIBLE', 'The wallet cannot be asked anything.'));
    const error = await askAccounts(injected, timers, connectMs);
    if (error !== null) return err(error);
    // It has agreed. It may still be about to set its tronWeb, which alone says for whom it speaks, or its whole object.
    await until(timers, READY_MS, () => account() !== null);
    const connected = account();
    if (connected === null) return err(refusal('ERR_WALLET_INCOMPATIBLE', 'TronWeb not ready'));
    isForgotten = false;
    watch.accept();
    return ok(connected);
  }

  return {
    downloadUrl: 'https://www.tronlink.org/',
    deepLink: makeDeepLink,

    async discover() {
      await discovery.search();
      watch.look();
      return status();
    },

    status,

    connect() {
      connecting ??= connectOnce().finally(() => {
        connecting = null;
        watch.look();
      });
      return connecting;
    },

    disconnect() {
      isForgotten = true;
      watch.accept();
    },

    network,

    async balance() {
      const now = session();
      if (!now.ok) return now;
      const { injected } = now.value;
      try {
        // What can be spent is what the newest block says; versions before tronweb 4 know the final balance only.
        const isNewest = has(read(tronWebOf(injected), 'trx'), 'getUnconfirmedBalance');
        const balance = await askTrx(
          injected,
          nodeMs,
          isNewest ? 'getUnconfirmedBalance' : 'getBalance',
          now.value.account,
        );
        return typeof balance === 'number' && Number.isSafeInteger(balance) && balance >= 0
          ? ok(balance)
          : err(refusal('ERR_WALLET_INCOMPATIBLE', 'The wallet told no balance.'));
      } catch (error) {
        return err(refusalOf(error));
      }
    },

    async signMessage(text) {
      const now = session();
      if (!now.ok) return now;
      try {
        const signature = await askTrx(now.value.injected, signMs, 'signMessageV2', text);
        return typeof signature === 'string' && MESSAGE_SIGNATURE.test(signature)
          ? ok(signature)
          : err(refusal('ERR_WALLET_INCOMPATIBLE', 'The wallet gave no signature.'));
      } catch (error) {
        return err(refusalOf(error));
      }
    },

    async pay(order): Promise<Result<SignedPayment, WalletError>> {
      const before = session();
      if (!before.ok) return before;
      if (before.value.account !== order.from) return err(otherAccount(before.value.account));
      try {
        const unsigned = await checkOrder(order);
        if (typeof unsigned === 'string') return err(refusal('ERR_WALLET_PAYMENT', unsigned));
        const id = chainId === null ? null : await network();
        if (id !== null && id !== chainId) return err(refusal('ERR_WALLET_NETWORK', `The wallet is on ${id}.`));
        // Read again: much may have happened meanwhile.
        const now = session();
        if (!now.ok) return now;
        if (now.value.account !== order.from) return err(otherAccount(now.value.account));
        if (!has(read(tronWebOf(now.value.injected), 'trx'), 'sign')) return err(NO_SIGNING);
        // A copy, so that a wallet that writes into it changes nothing here.
        const answer = await askTrx(now.value.injected, signMs, 'sign', structuredClone(unsigned));
        const signed = checkSigned(unsigned, answer);
        return typeof signed === 'string' ? err(refusal('ERR_WALLET_PAYMENT', signed)) : ok(signed);
      } catch (error) {
        return err(refusalOf(error));
      }
    },

    listen: (listener) => watch.listen(listener),
  };
}

const otherAccount = (account: string): WalletError =>
  refusal('ERR_WALLET_ACCOUNT', `The wallet speaks for ${account}.`);
