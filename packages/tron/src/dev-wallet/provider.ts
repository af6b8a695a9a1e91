import type { TronWeb } from 'tronweb';
import type { DevAccount } from './kept.ts';
import type { Person } from './question.ts';
import {
  badParameters,
  gone,
  pending,
  pendingUnlock,
  rejected,
  RpcError,
  unknownNetwork,
  unsupported,
} from './rpc-error.ts';
import type { Vault } from './vault.ts';

/** A TIP-1193 provider as TronLink has it, and the calls that pages of its older versions make. */
export interface DevProvider {
  readonly isTronLink: true;
  /** False until this page is connected and the wallet is unlocked. */
  readonly tronWeb: TronWeb | false;
  /** Whether a page is connected: what the legacy `tronLink.ready` says. */
  readonly ready: boolean;
  request(call: unknown): Promise<unknown>;
  on(event: string, listener: (...words: unknown[]) => void): DevProvider;
  removeListener(event: string, listener: (...words: unknown[]) => void): DevProvider;
}

/** What a provider is made of. */
export interface ProviderParts {
  readonly vault: Vault;
  readonly person: Person;
  readonly origin: string;
  /** Puts the first account into an empty vault; the same one for all who ask at the same time. */
  openFirst(): Promise<DevAccount>;
  /** Makes a tronweb for the page. */
  createTronWeb(): Promise<TronWeb>;
  /** The dev chain's id. */
  chainId(): Promise<string>;
  /** Tells the page in the legacy way. */
  post(action: string, data: unknown): void;
}

/** A provider and the one who holds it. */
export interface HeldProvider {
  readonly provider: DevProvider;
  /** The account this page may use at this moment; null while locked, or not connected. */
  account(): DevAccount | null;
  /** Disables the provider permanently. */
  retire(): void;
}

/** Creates the provider for a page. It is connected at once if the page was connected before. */
export function createProvider(parts: ProviderParts): HeldProvider {
  const { vault, person, origin } = parts;
  const listeners = new Map<string, Set<(...words: unknown[]) => void>>();
  let tronWeb: TronWeb | false = false;
  let making: Promise<void> | null = null;
  let toldAddress: string | null = null;
  let isAsking = false;
  let isRetired = false;

  const account = (): DevAccount | null =>
    isRetired || vault.kept.isLocked || !vault.kept.origins.includes(origin) ? null : vault.account;

  function emit(event: string, word: unknown): void {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(word);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Brings tronWeb into line with the vault, and tells the page of a change. */
  function settle(): void {
    const address = account()?.address ?? null;
    if (address !== null && tronWeb === false) {
      if (making === null) void makeTronWeb().catch(reportError);
      return;
    }
    if (tronWeb !== false) {
      if (address === null) {
        // A page that still holds it gets nothing out of it.
        tronWeb.defaultAddress = { hex: false, base58: false };
        tronWeb = false;
      } else if (tronWeb.defaultAddress.base58 !== address) tronWeb.setAddress(address);
    }
    if (address === toldAddress) return;
    toldAddress = address;
    emit('accountsChanged', address === null ? [] : [address]);
    parts.post('accountsChanged', { address: address ?? false });
    if (address !== null) parts.post('setAccount', { address });
  }

  function makeTronWeb(): Promise<void> {
    making ??= (async () => {
      try {
        const made = await parts.createTronWeb();
        const address = account()?.address;
        if (address !== undefined) {
          made.setAddress(address);
          tronWeb = made;
        }
      } finally {
        making = null;
      }
      settle();
    })();
    return making;
  }

  async function requestAccounts(): Promise<string[]> {
    const connected = account();
    if (connected !== null && tronWeb !== false) return [connected.address];
    if (isAsking || person.isBusy) throw vault.kept.isLocked ? pendingUnlock() : pending();
    isAsking = true;
    try {
      if (vault.kept.isLocked) {
        if (!(await person.ask({ type: 'unlock' }))) throw rejected();
        vault.lock(false);
      }
      const chosen = vault.account ?? (await parts.openFirst());
      if (!vault.kept.origins.includes(origin)) {
        if (!(await person.ask({ type: 'connect', origin, address: chosen.address }))) throw rejected();
        vault.allow(origin, true);
      }
      await makeTronWeb();
      const now = account();
      if (now === null) throw rejected();
      emit('connect', { chainId: await parts.chainId().catch(() => '') });
      parts.post('connect', {});
      return [now.address];
    } finally {
      isAsking = false;
    }
  }

  /** The legacy way to ask: a number for an answer, an empty text while locked. It opens no question to unlock. */
  async function requestLegacy(): Promise<unknown> {
    if (vault.kept.isLocked) return '';
    try {
      await requestAccounts();
      return { code: 200, message: 'The user allowed the request.' };
    } catch (error) {
      const { code = 0, message } = error instanceof RpcError ? error : { message: String(error) };
      return { code: code === -32_002 ? 4_000 : code, message };
    }
  }

  async function switchChain(params: unknown): Promise<null> {
    const [wish] = Array.isArray(params) ? (params as unknown[]) : [];
    if (typeof wish !== 'object' || wish === null || !('chainId' in wish)) throw badParameters();
    if (wish.chainId !== (await parts.chainId())) throw unknownNetwork();
    return null;
  }

  const unsubscribe = vault.subscribe(() => {
    // A question to another account, or to a wallet that has been locked in another page, is void.
    if (person.isBusy && !isAsking && account()?.address !== toldAddress) person.dismiss();
    settle();
  });

  const provider: DevProvider = {
    isTronLink: true,
    get tronWeb() {
      return tronWeb;
    },
    get ready() {
      return tronWeb !== false;
    },
    async request(call) {
      if (isRetired) throw gone();
      if (typeof call !== 'object' || call === null || !('method' in call)) throw badParameters();
      const { method } = call;
      if (method === 'eth_requestAccounts') return requestAccounts();
      if (method === 'tron_requestAccounts') return requestLegacy();
      if (method === 'eth_accounts') return toldAddress === null ? [] : [toldAddress];
      if (method === 'wallet_switchEthereumChain') return switchChain('params' in call ? call.params : undefined);
      throw typeof method === 'string' ? unsupported(method) : badParameters();
    },
    on(event, listener) {
      const known = listeners.get(event) ?? new Set();
      listeners.set(event, known.add(listener));
      return provider;
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  settle();

  return {
    provider,
    account,
    retire() {
      isRetired = true;
      unsubscribe();
      person.dismiss();
      settle();
      listeners.clear();
    },
  };
}
