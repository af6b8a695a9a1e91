import { writeText, readText } from '../../data/storage/storage.ts';
import { install } from './install.ts';

/** Storage key of the dismissal. */
const DISMISSED_KEY = 'popfray.install.v1';

/** How the page can be installed here: with the browser's dialog, manually on an iPhone or iPad, or not at all. */
export type InstallMethod = 'prompt' | 'ios' | 'none';

/** Safari on iOS has `standalone`: whether the page was opened from the home screen. */
interface AppleNavigator extends Navigator {
  readonly standalone?: boolean;
}

/** Whether this is the installed page. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true;

/** How the page can be installed now. */
export function installMethod(hasPrompt: boolean): InstallMethod {
  if (isInstalled()) return 'none';
  if (hasPrompt) return 'prompt';
  return (navigator as AppleNavigator).standalone === false ? 'ios' : 'none';
}

/** Whether the user has dismissed the offer. */
export const isInstallDismissed = (): boolean => readText(DISMISSED_KEY) !== null;

/** Stores the dismissal permanently. */
export const dismissInstall = (): void => writeText(DISMISSED_KEY, 'dismissed');

/** Shows the browser's dialog. A refusal counts as a dismissal. */
export async function promptToInstall(): Promise<void> {
  const { event } = install.getState();
  install.setState({ event: null });
  const { outcome } = (await event?.prompt()) ?? { outcome: 'dismissed' };
  if (outcome === 'dismissed') dismissInstall();
}
