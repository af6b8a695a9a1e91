import type { Result } from '@popfray/engine/result';

/** Why a wallet did not do what it was asked to. */
export type WalletErrorCode =
  /** No wallet in this browser, or it has gone since. */
  | 'ERR_WALLET_ABSENT'
  /** It is installed, and locked or not connected to this page. */
  | 'ERR_WALLET_LOCKED'
  /** The person said no. */
  | 'ERR_WALLET_REJECTED'
  /** It is still asking the person something else. */
  | 'ERR_WALLET_PENDING'
  /** It did not answer in time. */
  | 'ERR_WALLET_TIMEOUT'
  /** It answers in a way that this code does not know: another version, or another extension under its name. */
  | 'ERR_WALLET_INCOMPATIBLE'
  /** It is on another network than the one asked for. */
  | 'ERR_WALLET_NETWORK'
  /** It speaks for another account than the one asked for. */
  | 'ERR_WALLET_ACCOUNT'
  /** What it was asked to pay is not what the transaction says. */
  | 'ERR_WALLET_PAYMENT';

/** A wallet's refusal. */
export interface WalletError {
  readonly code: WalletErrorCode;
  /** The wallet's own words, for a log or a detail line; may be empty. */
  readonly reason: string;
}

/** What a wallet says of itself at one moment. */
export interface WalletStatus {
  /** Whether there is a wallet in this browser. */
  readonly isInstalled: boolean;
  /** Whether it speaks a protocol that this code knows. */
  readonly isCompatible: boolean;
  /** The account it speaks for; null while locked or not connected to this page. */
  readonly address: string | null;
  /** The wallet's name, e.g. `TronLink`, and its version where it tells. */
  readonly name: string | null;
  readonly version: string | null;
}

/** A payment to be signed: what is shown to the person, and the transaction with the same content. */
export interface PaymentOrder {
  readonly from: string;
  readonly to: string;
  /** Base units (TRON: sun), a safe integer above 0. */
  readonly amount: number;
  /** Made by `ChainNode.buildPayment`, as JSON text. A wallet checks that it pays exactly `amount` from `from` to `to`. */
  readonly unsigned: string;
}

/** A payment that the person has signed. It is not on the chain before it is broadcast. */
export interface SignedPayment {
  readonly txid: string;
  /** The signed transaction as JSON text, for `ChainNode.broadcast`. */
  readonly signed: string;
}

/** Something that happened in the wallet without having been asked for. */
export type WalletEvent =
  /** It speaks for another account now, or for none: locked, or disconnected. */
  | { readonly type: 'account'; readonly address: string | null }
  /** It is on another network now. */
  | { readonly type: 'network'; readonly chainId: string | null }
  /** It came, or went. */
  | { readonly type: 'presence'; readonly isInstalled: boolean };

/**
 * A chain's wallet as the page sees it. Every answer is read from the wallet at the time of the call, because earlier answers may be stale.
 * No method throws; an exception or a missing answer of the wallet becomes a coded error.
 */
export interface Wallet {
  /** Looks for the wallet for a short while; resolves with what there is. Safe to call again and again. */
  discover(): Promise<WalletStatus>;
  /** What the wallet says now, without waiting and without asking the person anything. */
  status(): WalletStatus;
  /** Asks the person to connect (and to unlock); resolves with the account's address. */
  connect(): Promise<Result<string, WalletError>>;
  /** Forgets the connection on this page. The wallet may keep its own permission. */
  disconnect(): void;
  /** Id of the chain the wallet is on (TRON: `0x` and the last 8 hex digits of block 0's id); null when it does not tell. */
  network(): Promise<string | null>;
  /** Spendable balance of the connected account in base units, a safe integer. */
  balance(): Promise<Result<number, WalletError>>;
  /** Asks the person to sign a text; resolves with the signature as the chain writes it. */
  signMessage(text: string): Promise<Result<string, WalletError>>;
  /** Asks the person to sign a payment. Does not broadcast it. */
  pay(order: PaymentOrder): Promise<Result<SignedPayment, WalletError>>;
  /** Calls `listener` on changes in the wallet until the returned function is called, never twice in a row for the same state. */
  listen(listener: (event: WalletEvent) => void): () => void;
  /** Where a person gets the wallet. */
  readonly downloadUrl: string;
  /** A link that opens a page inside the wallet's own browser on a phone; null when there is none. */
  deepLink(pageUrl: string): string | null;
}
