import { IS_DEV_CHAIN } from '../account/dev-chain.ts';
import { account, type GameRecord } from '../account/state.ts';
import { runAfterLoad } from '../api/after-load.ts';
import { handleMissingChunk } from '../api/connectivity.ts';
import { withTexts } from '../messages/texts.ts';
import { PROFILE_KEY, readText, wasConnected } from '../storage/storage.ts';

/** Loads the chunk with the wallet and sign-in code on first use. */
const importActions = () => withTexts(import('./actions.ts'), 'account');
type Actions = Awaited<ReturnType<typeof importActions>>;

/** Loads the much smaller chunk with what a visitor does without a wallet. */
const importGuest = () => withTexts(import('./guest.ts'), 'account');

/** Loads a chunk and runs one of its actions. Resolves when it has finished; never rejects. */
async function runLoaded<Module>(
  load: () => Promise<Module>,
  run: (module: Module) => Promise<void> | void,
): Promise<void> {
  let module: Module;
  try {
    module = await load();
  } catch {
    await handleMissingChunk();
    return;
  }
  await run(module);
}

const withActions = (run: (actions: Actions) => Promise<void> | void): Promise<void> => runLoaded(importActions, run);

/** Asks the wallet to connect and then to sign in. Reports the result by toasts. */
export const connectWallet = (): Promise<void> => withActions((actions) => actions.connectWallet());

/** Asks the connected wallet to sign in. */
export const signIn = (): Promise<void> => withActions((actions) => actions.signIn());

/** Signs out and disconnects the wallet. */
export const disconnectWallet = (): Promise<void> => withActions((actions) => actions.disconnectWallet());

/** Continues as a guest: the one stored in this browser, or a new one. */
export const startGuest = (): Promise<void> => runLoaded(importGuest, (guest) => guest.startGuest());

/** Adds a finished game to the profile it belongs to and shows a toast. Does nothing when another profile is active. */
export const recordGame = (game: GameRecord): Promise<void> =>
  runLoaded(importGuest, (guest) => guest.recordGame(game));

/** Submits the signed-in player's practice rounds to the server, the newest first. */
export const submitPractice = (replay: string): Promise<void> =>
  withActions((actions) => actions.submitPractice(replay));

/** Fetches the player's profile and balance again after a change. */
export const refreshPlayer = (): Promise<void> => withActions((actions) => actions.refreshPlayer());

/** Preloads the guest's chunk before the first round, which a new visitor starts as a guest. */
export const preloadGuest = (): void => void importGuest().catch(() => undefined);

/** Preloads the wallet chunk before the click. A failure is reported when the user clicks. */
export const preloadWallet = (): void => void importActions().catch(() => undefined);

/**
 * Restores the player stored in this browser: a connected wallet immediately, a guest after the page has loaded. A new visitor needs
 * nothing, except the dev wallet where the build contains it.
 */
export function restoreAccount(): void {
  const begin = (): void => void withActions((actions) => actions.restore());
  if (wasConnected()) {
    account.setState({ wallet: 'connecting' });
    begin();
  } else if (IS_DEV_CHAIN || readText(PROFILE_KEY) !== null) runAfterLoad(begin);
}
