import { createChainClient } from './chain-client.ts';
import { DEV_HOUSE } from './house.ts';
import type { DevAccount } from './wallet-state.ts';
import type { FaucetLimits } from './panel.ts';
import { createProvider } from './provider.ts';
import { createPageTronWeb, type TronWebModule } from './page-tronweb.ts';
import { injectProvider } from './inject-provider.ts';
import { texts } from './texts.ts';
import { openVault, VAULT_KEY, type VaultStorage } from './vault.ts';
import { createView } from './view.ts';

/** Options of a dev wallet. */
export interface DevWalletOptions {
  /** URL of the dev chain's node, which may be relative to the page. The page's policy must let it be reached. */
  readonly nodeUrl: string;
  /** The house of the product. Where it is the default house of a dev chain, its account is offered. */
  readonly houseAddress?: string;
  readonly faucet?: FaucetLimits;
  /** Storage of keys and settings. Local storage by default; null for none. */
  readonly storage?: VaultStorage | null;
  /** The page's window. */
  readonly page?: Window;
}

/** A dev wallet in a page. */
export interface DevWallet {
  /** Opens its panel. */
  open(): void;
  /** Removes it from the page, as if an extension was removed. Its state stays in storage. */
  uninstall(): void;
}

/** 1,000 TRX at a time, up to a million: enough for every price in SPEC section 9, and a sum that still reads as one. */
const FAUCET: FaucetLimits = { amountSun: 1_000_000_000, maxBalanceSun: 1_000_000_000_000 };

/**
 * Puts a wallet for play money into the page: it announces itself by TIP-6963, provides TronLink's objects, and asks the user
 * in its own dialogs. Only for a dev chain; leave it out of production builds. Keys are stored readable in
 * local storage. Loads TronWeb when it is first needed.
 */
export function installDevWallet(options: DevWalletOptions): DevWallet {
  const { faucet = FAUCET, page = window } = options;
  const { origin } = page;
  const nodeUrl = new URL(options.nodeUrl, page.document.baseURI).href.replace(/\/$/, '');
  const vault = openVault(options.storage === undefined ? localStorageOf(page) : options.storage);
  let loading: Promise<TronWebModule> | null = null;
  let ensuring: Promise<DevAccount> | null = null;
  let knownChainId: Promise<string> | null = null;

  function load(): Promise<TronWebModule> {
    // The next call tries again.
    loading ??= import('tronweb').catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }

  async function createAccount(name: string, given?: string): Promise<DevAccount | null> {
    const { TronWeb, utils } = await load();
    const key = given ?? utils.bytes.byteArray2hexStr([...crypto.getRandomValues(new Uint8Array(32))]).toLowerCase();
    const address = TronWeb.address.fromPrivateKey(key);
    return address === false ? null : { name, address, key };
  }

  async function createFirstAccount(): Promise<DevAccount> {
    const account = await createAccount(texts.accountName(1));
    // The random key was out of range, which is as unlikely as guessing one.
    if (account === null) return createFirstAccount();
    // Another page of this origin may have created one meanwhile.
    if (vault.account !== null) return vault.account;
    vault.add(account);
    void fundFromFaucet(account);
    return account;
  }

  /** Requests the first money of a new account. Reports no failure: the panel has a button for it. */
  async function fundFromFaucet({ address }: DevAccount): Promise<void> {
    if (await chainClient.faucet(address, faucet.amountSun)) view.showNote(texts.faucetWelcome(faucet.amountSun));
  }

  function ensureAccount(): Promise<DevAccount> {
    ensuring ??= createFirstAccount().finally(() => {
      ensuring = null;
    });
    return ensuring;
  }

  async function readChainId(): Promise<string> {
    const { TronWeb } = await load();
    const { blockID } = await new TronWeb({ fullHost: nodeUrl }).trx.getBlockByNumber(0);
    return `0x${blockID.slice(-8)}`;
  }

  const chainClient = createChainClient(nodeUrl);
  const house = options.houseAddress === DEV_HOUSE.address ? DEV_HOUSE : null;
  const view = createView(page, { vault, chainClient, faucet, origin, house, createAccount, ensureAccount });
  const { questions } = view;
  const handle = createProvider({
    vault,
    questions,
    origin,
    ensureAccount,
    createTronWeb: async () =>
      createPageTronWeb(await load(), nodeUrl, { origin, questions, account: () => handle.account() }),
    chainId() {
      knownChainId ??= readChainId().catch((error: unknown) => {
        knownChainId = null;
        throw error;
      });
      return knownChainId;
    },
    post(action, data) {
      // `/`: only to this page.
      page.postMessage({ isTronLink: true, message: { action, data } }, '/');
    },
  });
  const removeProvider = injectProvider(page, handle.provider);

  /** Another page of this origin has changed the stored state. */
  function onStorage(event: StorageEvent): void {
    if (event.key === VAULT_KEY || event.key === null) vault.reload();
  }
  page.addEventListener('storage', onStorage);

  return {
    open: view.open,
    uninstall() {
      page.removeEventListener('storage', onStorage);
      handle.disable();
      removeProvider();
      view.remove();
    },
  };
}

function localStorageOf(page: Window): VaultStorage | null {
  try {
    return page.localStorage;
  } catch {
    // Forbidden by the browser's settings.
    return null;
  }
}
