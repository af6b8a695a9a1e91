/** Addresses of keys that nobody has. */
export const FIRST = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
export const SECOND = 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj';

/** The chain that the tests' wallet is on, and another one. */
export const CHAIN = '0x2b6653dc';
const OTHER_CHAIN = '0xcd8690dc';

/** A window as a wallet needs it: events, and what wallets put into it. */
export type TestPage = EventTarget & { tron?: TestTronLink };

/** TronLink as a test plays with it, by its measured behaviour. */
export interface TestTronLink {
  readonly isTronLink: true;
  tronWeb: object | false;
  /** The account it speaks for once it has agreed; null is locked. */
  account: string | null;
  /** Its answer to the question for accounts; throws what TronLink throws. */
  onConnect: () => Promise<unknown>;
  /** Its answer to a text to sign. */
  onSign: (text: string) => Promise<unknown>;
  request(call: { readonly method: string }): Promise<unknown>;
  on(event: string, listener: (word: unknown) => void): void;
  removeListener(event: string, listener: (word: unknown) => void): void;
  /** Speaks for another account, or for none, and says so. */
  switchTo(account: string | null): void;
  /** Goes to another network. */
  leaveChain(): void;
}

/** What TronLink throws, by the code of TIP-1193. */
export const walletError = (code: number, message: string): Error => Object.assign(new Error(message), { code });

/** Puts a TronLink into a page of its own: unlocked, agreeing to everything for `FIRST`. */
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
  // As long as the extension is there, it answers.
  page.addEventListener('TIP6963:requestProvider', () => {
    if (page.tron === undefined) return;
    const info = { uuid: 'a', name: 'TronLink', icon: 'data:,', rdns: 'org.tronlink.www' };
    page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: { info, provider: page.tron } }));
  });
  return { page, tron };
}
