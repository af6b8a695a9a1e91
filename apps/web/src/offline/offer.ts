import { keepText, readText } from '../account/storage.ts';
import { install } from './install.ts';

/** Under which it is kept that somebody does not want to be asked again. */
const DISMISSED_KEY = 'popfray.install.v1';

/** How the page can be installed here: by asking the browser, by hand on an iPhone or iPad, or not at all. */
export type InstallWay = 'prompt' | 'ios' | 'none';

/** Safari on iOS alone has this: whether the page was opened from the home screen. */
interface AppleNavigator extends Navigator {
  readonly standalone?: boolean;
}

/** Whether this is the installed page. */
export const isInstalled = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as AppleNavigator).standalone === true;

/** How the page can be installed now. */
export function installWay(hasPrompt: boolean): InstallWay {
  if (isInstalled()) return 'none';
  if (hasPrompt) return 'prompt';
  return (navigator as AppleNavigator).standalone === false ? 'ios' : 'none';
}

/** Whether somebody has said not to be asked again. */
export const isDismissed = (): boolean => readText(DISMISSED_KEY) !== null;

/** Remembers that for good. */
export const dismissInstall = (): void => keepText(DISMISSED_KEY, 'dismissed');

/** Lets the browser ask. Whoever says no there is not asked again by the page. */
export async function askToInstall(): Promise<void> {
  const { event } = install.getState();
  install.setState({ event: null });
  const { outcome } = (await event?.prompt()) ?? { outcome: 'dismissed' };
  if (outcome === 'dismissed') dismissInstall();
}
