import { createStore } from 'zustand/vanilla';

/** What Chromium tells when the page can be installed. It is in no standard, so TypeScript does not know it. */
export interface InstallEvent extends Event {
  /** Lets the browser ask the person. Once. */
  readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** Whether the page can be installed from here: the browser's own question, kept until somebody wants to be asked; null for none. */
export const install = createStore<{ readonly event: InstallEvent | null }>(() => ({ event: null }));

/** Keeps the browser's question. It comes once, soon after the page has loaded, and is not heard by whoever listens later. */
export function listenForInstall(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    install.setState({ event: event as InstallEvent });
  });
  addEventListener('appinstalled', () => install.setState({ event: null }));
}
