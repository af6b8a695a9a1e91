import { useStore } from 'zustand';
import { whenQuiet } from '../api/quiet.ts';
import { notePartMissing } from '../api/reach.ts';
import { withTexts } from '../messages/texts.ts';
import { IS_DEV_CHAIN } from './dev-chain.ts';
import { account, type AccountState, type GameRecord } from './state.ts';
import { PROFILE_KEY, readText, wasConnected } from './storage.ts';

export { account, isOnOtherChain, type AccountState, type GameRecord } from './state.ts';

/** One value of the account, kept up. */
export const useAccount = <Value>(select: (state: AccountState) => Value): Value => useStore(account, select);

/** The part that speaks with wallets and signs in, fetched when it is first needed. */
const importActions = () => withTexts(import('../wallet/actions.ts'), 'account');
type Actions = Awaited<ReturnType<typeof importActions>>;

/** Lets the part for it do something. Resolves when it is done; never rejects. */
async function act(run: (actions: Actions) => Promise<void> | void): Promise<void> {
  let actions: Actions;
  try {
    actions = await importActions();
  } catch {
    await notePartMissing();
    return;
  }
  await run(actions);
}

/** Asks the person's wallet to connect, and to sign in. Tells the outcome by toasts. */
export const connectWallet = (): Promise<void> => act((actions) => actions.connectWallet());

/** Asks the connected wallet to sign in. */
export const signIn = (): Promise<void> => act((actions) => actions.signIn());

/** Signs out and lets go of the wallet. */
export const disconnectWallet = (): Promise<void> => act((actions) => actions.disconnectWallet());

/** Plays on as a guest: the one that this browser knows, or a new one. */
export const startGuest = (): Promise<void> => act((actions) => actions.startGuest());

/** Adds a finished game to the profile it belongs to, and says so. Does nothing when that profile is not in force. */
export const recordGame = (game: GameRecord): Promise<void> => act((actions) => actions.recordGame(game));

/** Hands in the signed-in player's practice rounds, the one that has just ended first. */
export const handInPractice = (replay: string): Promise<void> => act((actions) => actions.handInPractice(replay));

/** Fetches the player's profile and balance anew, after something has changed them. */
export const refreshPlayer = (): Promise<void> => act((actions) => actions.refreshPlayer());

/** Fetches what connecting takes, ahead of the click. A failure shows with the click. */
export const preloadWallet = (): void => void importActions().catch(() => undefined);

/**
 * Takes up what this browser knows of its player: a connected wallet at once, a guest when the page has been shown. For a
 * newcomer there is nothing to fetch, but for the dev wallet where the build has it.
 */
export function beginAccount(): void {
  const begin = (): void => void act((actions) => actions.begin());
  if (wasConnected()) {
    account.setState({ wallet: 'connecting' });
    begin();
  } else if (IS_DEV_CHAIN || readText(PROFILE_KEY) !== null) whenQuiet(begin);
}
