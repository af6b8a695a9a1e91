/** Addresses without a known key. */
export const FIRST = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
export const SECOND = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj';

/** The chain of the fake wallet, and another one. */
export const CHAIN = '0x2b6653dc';
const OTHER_CHAIN = '0xcd8690dc';

/** A window as far as a wallet uses it: events and the wallet's global. */
export type TestPage = EventTarget & { tron?: TestTronLink };

/** A fake TronLink with the measured behaviour of the real one. */
export interface TestTronLink {
  readonly isTronLink: true;
  tronWeb: object | false;
  /** The connected account; null while locked. */
  account: string | null;
  /** Answers the request for accounts; throws what TronLink throws. */
  onConnect: () => Promise<unknown>;
  /** Answers the request to sign a text. */
  onSign: (text: string) => Promise<unknown>;
  request(call: { readonly method: string }): Promise<unknown>;
  on(event: string, listener: (word: unknown) => void): void;
  removeListener(event: string, listener: (word: unknown) => void): void;
  /** Switches to another account, or to none, and emits the event. */
  switchTo(account: string | null): void;
  /** Switches to another network. */
  leaveChain(): void;
}

/** An error of TronLink with a code of TIP-1193. */
export const walletError = (code: number, message: string): Error => Object.assign(new Error(message), { code });

/** Installs a fake TronLink on a new page object: unlocked, and approving everything for `FIRST`. */
export function installTronLink(): { readonly page: TestPage; readonly tron: TestTronLink } {
  const listeners = new Map<string, Set<(word: unknown) => void>>();
  let chain = CHAIN;
  const tell = (event: string, word: unknown): void => {
    for (const listener of listeners.get(event) ?? []) listener(word);
  };
  const tron: TestTronLink = {
    isTronLink: true,
    tronWeb: false,
    account: FIRST,
    onConnect: () => Promise.resolve(),
    onSign: () => Promise.resolve(`0x${'1'.repeat(130)}`),
    async request() {
      const answer = await tron.onConnect();
      tron.tronWeb = tronWebOf();
      return answer ?? [tron.account];
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    switchTo(account) {
      tron.account = account;
      tron.tronWeb = tronWebOf();
      tell('accountsChanged', account === null ? [] : [account]);
    },
    leaveChain() {
      chain = OTHER_CHAIN;
      tron.tronWeb = tronWebOf();
      tell('chainChanged', { chainId: chain });
    },
  };
  const tronWebOf = (): object => ({
    defaultAddress: { base58: tron.account ?? false },
    fullNode: { host: 'https://node.example' },
    trx: {
      getBlockByNumber: () => Promise.resolve({ blockID: `${'0'.repeat(56)}${chain.slice(2)}` }),
      getUnconfirmedBalance: () => Promise.resolve(12_500_000),
      signMessageV2: (text: string) => tron.onSign(text),
    },
  });
  const page: TestPage = Object.assign(new EventTarget(), { tron });
  // The extension answers while it is installed.
  page.addEventListener('TIP6963:requestProvider', () => {
    if (page.tron === undefined) return;
    const info = { uuid: 'a', name: 'TronLink', icon: 'data:,', rdns: 'org.tronlink.www' };
    page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: { info, provider: page.tron } }));
  });
  return { page, tron };
}
