import { createBank } from './bank.ts';
import { DEV_HOUSE } from './house.ts';
import type { DevAccount } from './kept.ts';
import type { FaucetLimits } from './panel.ts';
import { createProvider } from './provider.ts';
import { createPageTronWeb, type TronWebModule } from './signing-desk.ts';
import { standIn } from './stand-in.ts';
import { texts } from './texts.ts';
import { openVault, VAULT_KEY, type VaultStorage } from './vault.ts';
import { createView } from './view.ts';

/** What a dev wallet is made of. */
export interface DevWalletOptions {
  /** URL of the dev chain's node, which may be relative to the page. The page's policy must let it be reached. */
  readonly nodeUrl: string;
  /** The house of the product. Where it is the default house of a dev chain, its account is offered. */
  readonly houseAddress?: string;
  readonly faucet?: FaucetLimits;
  /** Where keys and settings are kept: local storage if left out, nowhere if null. */
  readonly storage?: VaultStorage | null;
  /** The page's window. */
  readonly page?: Window;
}

/** A dev wallet in a page. */
export interface DevWallet {
  /** Opens its panel. */
  open(): void;
  /** Takes it out of the page, as a removed extension goes. What it remembers stays in storage. */
  uninstall(): void;
}

/** 1,000 TRX at a time, up to a million: enough for every price in SPEC section 9, and a sum that still reads as one. */
const FAUCET: FaucetLimits = { amountSun: 1_000_000_000, maxBalanceSun: 1_000_000_000_000 };

/**
 * Puts a wallet for play money into the page: it announces itself by TIP-6963, stands in for TronLink's objects, and asks
 * the person in its own dialogs. Only for a dev chain; leave it out of production builds. Keys are kept readable in
 * local storage. Loads tronweb when it is first needed.
 */
export function installDevWallet(options: DevWalletOptions): DevWallet {
  const { faucet = FAUCET, page = window } = options;
  const { origin } = page;
  const nodeUrl = new URL(options.nodeUrl, page.document.baseURI).href.replace(/\/$/, '');
  const vault = openVault(options.storage === undefined ? localStorageOf(page) : options.storage);
  let loading: Promise<TronWebModule> | null = null;
  let opening: Promise<DevAccount> | null = null;
  let knownChainId: Promise<string> | null = null;

  function load(): Promise<TronWebModule> {
    // A chunk that did not come is asked for again.
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

  async function makeFirst(): Promise<DevAccount> {
    const account = await createAccount(texts.accountName(1));
    // A key out of range is as likely as guessing one.
    if (account === null) return makeFirst();
    // Another page of this origin may have been quicker.
    if (vault.account !== null) return vault.account;
    vault.add(account);
    void fill(account);
    return account;
  }

  /** Has the faucet give a newcomer something to begin with. Without a word if it does not: the panel has a button for it. */
  async function fill({ address }: DevAccount): Promise<void> {
    if (await bank.faucet(address, faucet.amountSun)) view.showNote(texts.faucetBegun(faucet.amountSun));
  }

  function openFirst(): Promise<DevAccount> {
    opening ??= makeFirst().finally(() => {
      opening = null;
    });
    return opening;
  }

  async function readChainId(): Promise<string> {
    const { TronWeb } = await load();
    const { blockID } = await new TronWeb({ fullHost: nodeUrl }).trx.getBlockByNumber(0);
    return `0x${blockID.slice(-8)}`;
  }

  const bank = createBank(nodeUrl);
  const house = options.houseAddress === DEV_HOUSE.address ? DEV_HOUSE : null;
  const view = createView(page, { vault, bank, faucet, origin, house, createAccount, openFirst });
  const { person } = view;
  const held = createProvider({
    vault,
    person,
    origin,
    openFirst,
    createTronWeb: async () =>
      createPageTronWeb(await load(), nodeUrl, { origin, person, account: () => held.account() }),
    chainId() {
      knownChainId ??= readChainId().catch((error: unknown) => {
        knownChainId = null;
        throw error;
      });
      return knownChainId;
    },
    post(action, data) {
      // `/`: to this page alone.
      page.postMessage({ isTronLink: true, message: { action, data } }, '/');
    },
  });
  const standDown = standIn(page, held.provider);

  /** Another page of this origin has changed what both remember. */
  function onStorage(event: StorageEvent): void {
    if (event.key === VAULT_KEY || event.key === null) vault.reload();
  }
  page.addEventListener('storage', onStorage);

  return {
    open: view.open,
    uninstall() {
      page.removeEventListener('storage', onStorage);
      held.retire();
      standDown();
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
