import { createStore } from 'zustand/vanilla';

/** Chromium's event that the page can be installed. It is not standardised, so TypeScript has no type for it. */
export interface BeforeInstallPromptEvent extends Event {
  /** Shows the browser's dialog. Works once. */
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** The stored event of the browser; null while the page cannot be installed. */
export const install = createStore<{ readonly event: BeforeInstallPromptEvent | null }>(() => ({ event: null }));

/** Stores the browser's event. It is fired once, soon after the page has loaded, so listen early. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.setState({ event: event as BeforeInstallPromptEvent });
  });
  addEventListener('appinstalled', () => install.setState({ event: null }));
}
