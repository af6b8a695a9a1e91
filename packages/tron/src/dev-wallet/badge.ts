import { button, element, walletIcon } from './element.ts';
import { texts } from './texts.ts';
import type { Vault } from './vault.ts';

/** Creates the button in the corner of the page that opens the dev wallet; it shows the vault's state. */
export function createBadge(vault: Vault, origin: string, open: () => void): HTMLButtonElement {
  const badge = button('badge', '', open);
  badge.append(
    element('span', { class: 'sign' }, walletIcon(), element('span', { class: 'dot' })),
    element('span', { class: 'words' }, texts.badge),
  );

  function show(): void {
    const { isLocked, isTucked, origins } = vault.kept;
    const isConnected = vault.account !== null && origins.includes(origin);
    const state = isLocked ? 'locked' : isConnected ? 'connected' : 'disconnected';
    badge.dataset['state'] = state;
    badge.classList.toggle('tucked', isTucked);
    badge.title = texts[state];
  }
  vault.subscribe(show);
  show();
  return badge;
}
