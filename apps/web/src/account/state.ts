import type { Platform, Player } from '@popfray/protocol';
import { createStore } from 'zustand/vanilla';

/** A visitor who plays without a wallet, known to this browser alone. SPEC section 3. */
export interface Guest {
  /** `guest_` and the time it was made, epoch ms. */
  readonly address: string;
  /** `Guest_` and six characters. */
  readonly username: string;
  /** Epoch ms. */
  readonly lastConnected: number;
  readonly gamesPlayed: number;
  readonly totalScore: number;
}

/** Who plays here, as the page knows it. */
export interface AccountState {
  /** SPEC section 4, wallet. */
  readonly wallet: 'disconnected' | 'connecting' | 'connected';
  /** The connected wallet's account; null unless connected. */
  readonly address: string | null;
  /** Whether the wallet or the server is being asked to sign the account in. */
  readonly isSigningIn: boolean;
  /** The signed-in player, whose address is `address`; null while signed out. */
  readonly player: Player | null;
  readonly guest: Guest | null;
  /** The network, the house and its limits; null until the server has told. */
  readonly platform: Platform | null;
  /** Id of the chain that the connected wallet is on; null while unknown. */
  readonly walletChainId: string | null;
}

/** A finished game. SPEC section 3, game stats update. */
export interface GameRecord {
  readonly score: number;
  readonly category: 'free-play' | 'trx-classic' | 'cross-chain-battle';
  /** Whose game it was: a profile is only touched when it is that one's. */
  readonly address: string;
}

/** Nobody, and nothing known. */
export const NOBODY: AccountState = {
  wallet: 'disconnected',
  address: null,
  isSigningIn: false,
  player: null,
  guest: null,
  platform: null,
  walletChainId: null,
};

/** Who plays here. In the first load: what changes it comes in chunks of its own. */
export const account = createStore<AccountState>(() => NOBODY);

/** Forgets a player, because the server has. The wallet stays connected; who has signed in since stays signed in. */
export function dropPlayer(address: string | undefined): void {
  if (account.getState().player?.address === address) account.setState({ player: null });
}

/** Whether the connected wallet is known to be on another chain than the house. */
export const isOnOtherChain = ({ walletChainId, platform }: AccountState): boolean =>
  walletChainId !== null && platform !== null && walletChainId !== platform.network.chainId;
