/** What a visitor without a wallet does: a chunk without the wallet, the sign-in and the calls of the server. */
import { createGuest, readGuest, saveGuest } from '../account/profile.ts';
import { account, type GameRecord } from '../account/state.ts';
import { walletToasts } from './toasts.ts';

/** SPEC section 4: guest mode. */
export function startGuest(): void {
  if (account.getState().player !== null) return;
  const guest = account.getState().guest ?? readGuest() ?? createGuest(Date.now(), Math.random);
  saveGuest(guest);
  account.setState({ guest });
  walletToasts.guest(guest.username);
}

/** SPEC section 3, game stats update: this browser stores a guest's figures, the server a player's. */
export function recordGame({ score, address }: GameRecord): void {
  const { guest, player } = account.getState();
  if (guest?.address === address) {
    const grown = { ...guest, gamesPlayed: guest.gamesPlayed + 1, totalScore: guest.totalScore + score };
    saveGuest(grown);
    account.setState({ guest: grown });
  } else if (player?.address !== address) return;
  walletToasts.game(score);
}
