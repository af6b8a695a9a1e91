import { CALLS } from '@popfray/protocol';
import { keepGuest, makeGuest, mirrorPlayer, readGuest } from '../account/profile.ts';
import { account, type GameRecord } from '../account/state.ts';
import { AskError } from '../api/ask-error.ts';
import { askOrNull } from '../api/ask.ts';
import { refusalOf, retryMs, untilNextTry } from '../api/retry.ts';
import { handInPractice } from './hand-in-practice.ts';
import { say } from './say.ts';
import { createSession, type Session } from './session.ts';
import { wallet } from './wallet.ts';

export { handInPractice } from './hand-in-practice.ts';

// Rounds that an earlier visit could not hand in are handed in when their player signs in.
account.subscribe(({ player }, before) => {
  if (player !== null && player.address !== before.player?.address) void handInPractice();
});

let opened: Promise<Session> | null = null;

/** The session of this page. Rejects with an `AskError` while the server cannot be reached. */
function openSession(): Promise<Session> {
  opened ??= createPageSession().catch((error: unknown) => {
    opened = null;
    throw error;
  });
  return opened;
}

async function createPageSession(): Promise<Session> {
  const connected = await wallet();
  const { platform } = account.getState();
  if (platform === null) throw new Error('There is a wallet before its platform.');
  const session = createSession({ wallet: connected, platform });
  session.follow();
  return session;
}

/** Takes up the wallet or the guest that this browser knows. While the server is away it waits. */
export async function begin(): Promise<void> {
  const guest = readGuest();
  if (guest !== null && account.getState().player === null) account.setState({ guest });
  for (let failures = 0; ; failures += 1) {
    try {
      await openSession();
      return;
    } catch (error) {
      if (account.getState().wallet === 'connecting') account.setState({ wallet: 'disconnected' });
      if (!(error instanceof AskError) || refusalOf(error) !== null) {
        console.warn('The wallet could not be taken up.', error);
        return;
      }
      await untilNextTry(retryMs(failures));
    }
  }
}

/** SPEC section 4, wallet. */
export async function connectWallet(): Promise<void> {
  if (account.getState().wallet === 'disconnected') account.setState({ wallet: 'connecting' });
  try {
    const session = await openSession();
    await session.connect();
  } catch (error) {
    console.warn('The wallet could not be connected.', error);
    account.setState({ wallet: 'disconnected', address: null, player: null });
    say.broken(error instanceof Error ? error.message : '');
  }
}

/** Asks the connected wallet for a signature. */
export const signIn = (): Promise<void> => connectWallet();

/** SPEC section 4: disconnected clears the user. */
export async function disconnectWallet(): Promise<void> {
  // Whoever is connected has a session.
  await (await opened)?.disconnect();
}

/** SPEC section 4: guest mode. */
export function startGuest(): void {
  if (account.getState().player !== null) return;
  const guest = account.getState().guest ?? readGuest() ?? makeGuest(Date.now(), Math.random);
  keepGuest(guest);
  account.setState({ guest });
  say.guest(guest.username);
}

/** SPEC section 3, game stats update: a guest's figures are this browser's, a player's are the server's. */
export function recordGame({ score, address }: GameRecord): void {
  const { guest, player } = account.getState();
  if (guest?.address === address) {
    const grown = { ...guest, gamesPlayed: guest.gamesPlayed + 1, totalScore: guest.totalScore + score };
    keepGuest(grown);
    account.setState({ guest: grown });
  } else if (player?.address !== address) return;
  say.game(score);
}

/** Fetches the player's profile anew. What it cannot fetch stays as it was. */
export async function refreshPlayer(): Promise<void> {
  if (account.getState().player === null) return;
  try {
    const player = await askOrNull(CALLS.getMe);
    if (player === null || player.address !== account.getState().player?.address) return;
    mirrorPlayer(player);
    account.setState({ player });
  } catch (error) {
    console.warn('The profile could not be fetched anew.', error);
  }
}
