import type { TronWeb } from 'tronweb';
import type { DevAccount } from './wallet-state.ts';
import type { QuestionDialogs } from './question.ts';
import {
  badParameters,
  disconnected,
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
  on(event: string, listener: (...args: unknown[]) => void): DevProvider;
  removeListener(event: string, listener: (...args: unknown[]) => void): DevProvider;
}

/** What a provider needs. */
export interface ProviderParts {
  readonly vault: Vault;
  readonly questions: QuestionDialogs;
  readonly origin: string;
  /** Returns the chosen account, after creating one in an empty vault. Calls at the same time get the same account. */
  ensureAccount(): Promise<DevAccount>;
  /** Creates a TronWeb for the page. */
  createTronWeb(): Promise<TronWeb>;
  /** The dev chain's id. */
  chainId(): Promise<string>;
  /** Posts a message to the page, as older versions of TronLink do. */
  post(action: string, data: unknown): void;
}

/** A provider, and what its owner may do with it. */
export interface ProviderHandle {
  readonly provider: DevProvider;
  /** The account this page may use at this moment; null while locked, or not connected. */
  account(): DevAccount | null;
  /** Disables the provider permanently. */
  disable(): void;
}

/** Creates the provider for a page. It is connected at once if the page was connected before. */
export function createProvider(parts: ProviderParts): ProviderHandle {
  const { vault, questions, origin } = parts;
  const listeners = new Map<string, Set<(...args: unknown[]) => void>>();
  let tronWeb: TronWeb | false = false;
  let creating: Promise<void> | null = null;
  let reportedAddress: string | null = null;
  let isAsking = false;
  let isDisabled = false;

  const account = (): DevAccount | null =>
    isDisabled || vault.state.isLocked || !vault.state.origins.includes(origin) ? null : vault.account;

  function emit(event: string, value: unknown): void {
    for (const listener of listeners.get(event) ?? []) {
      try {
        listener(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  /** Updates `tronWeb` from the vault, and reports a change to the page. */
  function sync(): void {
    const address = account()?.address ?? null;
    if (address !== null && tronWeb === false) {
      if (creating === null) void connectTronWeb().catch(reportError);
      return;
    }
    if (tronWeb !== false) {
      if (address === null) {
        // A page that still has a reference must not see an address.
        tronWeb.defaultAddress = { hex: false, base58: false };
        tronWeb = false;
      } else if (tronWeb.defaultAddress.base58 !== address) tronWeb.setAddress(address);
    }
    if (address === reportedAddress) return;
    reportedAddress = address;
    emit('accountsChanged', address === null ? [] : [address]);
    parts.post('accountsChanged', { address: address ?? false });
    if (address !== null) parts.post('setAccount', { address });
  }

  function connectTronWeb(): Promise<void> {
    creating ??= (async () => {
      try {
        const created = await parts.createTronWeb();
        const address = account()?.address;
        if (address !== undefined) {
          created.setAddress(address);
          tronWeb = created;
        }
      } finally {
        creating = null;
      }
      sync();
    })();
    return creating;
  }

  async function requestAccounts(): Promise<string[]> {
    const connected = account();
    if (connected !== null && tronWeb !== false) return [connected.address];
    if (isAsking || questions.isBusy) throw vault.state.isLocked ? pendingUnlock() : pending();
    isAsking = true;
    try {
      if (vault.state.isLocked) {
        if (!(await questions.ask({ type: 'unlock' }))) throw rejected();
        vault.lock(false);
      }
      const chosen = vault.account ?? (await parts.ensureAccount());
      if (!vault.state.origins.includes(origin)) {
        if (!(await questions.ask({ type: 'connect', origin, address: chosen.address }))) throw rejected();
        vault.allow(origin, true);
      }
      await connectTronWeb();
      const now = account();
      if (now === null) throw rejected();
      emit('connect', { chainId: await parts.chainId().catch(() => '') });
      parts.post('connect', {});
      return [now.address];
    } finally {
      isAsking = false;
    }
  }

  /** `tron_requestAccounts` of older versions: resolves with a code, or with an empty text while locked. It does not ask to unlock. */
  async function requestLegacy(): Promise<unknown> {
    if (vault.state.isLocked) return '';
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
    // An open question is void when another account was chosen, or when another page has locked the wallet.
    if (questions.isBusy && !isAsking && account()?.address !== reportedAddress) questions.dismiss();
    sync();
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
      if (isDisabled) throw disconnected();
      if (typeof call !== 'object' || call === null || !('method' in call)) throw badParameters();
      const { method } = call;
      if (method === 'eth_requestAccounts') return requestAccounts();
      if (method === 'tron_requestAccounts') return requestLegacy();
      if (method === 'eth_accounts') return reportedAddress === null ? [] : [reportedAddress];
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
  sync();

  return {
    provider,
    account,
    disable() {
      isDisabled = true;
      unsubscribe();
      questions.dismiss();
      sync();
      listeners.clear();
    },
  };
}
