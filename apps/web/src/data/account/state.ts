import type { Platform, Player } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';

/** A visitor who plays without a wallet. Only this browser stores the guest. SPEC section 3. */
export interface Guest {
  /** `guest_` and the creation time, epoch ms. */
  readonly address: string;
  /** `Guest_` and six characters. */
  readonly username: string;
  /** Creation time, epoch ms. */
  readonly lastConnected: number;
  readonly gamesPlayed: number;
  readonly totalScore: number;
}

/** The wallet and the player of this page. */
export interface AccountState {
  /** SPEC section 4, wallet. */
  readonly wallet: 'disconnected' | 'connecting' | 'connected';
  /** Address of the connected wallet; null while disconnected. */
  readonly address: string | null;
  /** Whether a sign-in is in progress, in the wallet or on the server. */
  readonly isSigningIn: boolean;
  /** The signed-in player, with the address `address`; null while signed out. */
  readonly player: Player | null;
  readonly guest: Guest | null;
  /** The network, the house and its limits; null until the server has answered. */
  readonly platform: Platform | null;
  /** Id of the chain of the connected wallet; null while unknown. */
  readonly walletChainId: string | null;
}

/** A finished game. SPEC section 3, game stats update. */
export interface GameRecord {
  readonly score: number;
  readonly category: 'free-play' | 'trx-classic' | 'cross-chain-battle';
  /** Owner of the game: a profile changes only when it is the owner's. */
  readonly address: string;
}

/** State before anything is known: no wallet, no player. */
export const INITIAL_ACCOUNT: AccountState = {
  wallet: 'disconnected',
  address: null,
  isSigningIn: false,
  player: null,
  guest: null,
  platform: null,
  walletChainId: null,
};

/** Store of the account. It is part of the first load; the actions that change it are in separate chunks. */
export const account = createStore<AccountState>(() => INITIAL_ACCOUNT);

/** Removes a player whom the server has signed out. The wallet stays connected. A player who signed in since then stays. */
export function clearPlayer(address: string | undefined): void {
  if (account.getState().player?.address === address) account.setState({ player: null });
}

/** Whether the connected wallet is known to use another chain than the house. */
export const isOnOtherChain = ({ walletChainId, platform }: AccountState): boolean =>
  walletChainId !== null && platform !== null && walletChainId !== platform.network.chainId;
