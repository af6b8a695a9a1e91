import { button, element, walletIcon } from './element.ts';
import { texts } from './texts.ts';
import type { Vault } from './vault.ts';

/** Creates the button in the corner of the page that opens the dev wallet, and shows the vault's state. */
export function createBadge(vault: Vault, origin: string, open: () => void): HTMLButtonElement {
  const badge = button('badge', '', open);
  badge.append(
    element('span', { class: 'sign' }, walletIcon(), element('span', { class: 'dot' })),
    element('span', { class: 'words' }, texts.badge),
  );

  function show(): void {
    const { isLocked, isCollapsed, origins } = vault.state;
    const isConnected = vault.account !== null && origins.includes(origin);
    const state = isLocked ? 'locked' : isConnected ? 'connected' : 'disconnected';
    badge.dataset['state'] = state;
    badge.classList.toggle('collapsed', isCollapsed);
    badge.title = texts[state];
  }
  vault.subscribe(show);
  show();
  return badge;
}
