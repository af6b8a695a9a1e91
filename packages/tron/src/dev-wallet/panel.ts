import { createAccountSection, type AccountParts } from './account-section.ts';
import type { Bank } from './bank.ts';
import { button, element, walletIcon } from './element.ts';
import { shortened, texts, trx } from './texts.ts';

/** How generous the faucet is, in sun. */
export interface FaucetLimits {
  /** What it gives at a time. */
  readonly amountSun: number;
  /** The balance up to which it gives. */
  readonly maxBalanceSun: number;
}

/** What the panel works on. */
export interface PanelParts extends AccountParts {
  readonly bank: Bank;
  readonly faucet: FaucetLimits;
  readonly origin: string;
  /** Puts the first account into an empty vault. Rejects when it cannot be made. */
  openFirst(): Promise<unknown>;
}

/** The dialog in which a person looks after the dev wallet. */
export interface Panel {
  readonly dialog: HTMLDialogElement;
  open(): void;
  close(): void;
  /** Says something of the balance: now, or when it is opened next. */
  showNote(text: string): void;
}

/** ms between two looks at the balance while the panel is open: one block of the dev chain. */
const BALANCE_MS = 3_000;

/** Creates the panel, closed. While it is open, it follows the vault. */
export function createPanel(parts: PanelParts): Panel {
  const { vault, bank, faucet, origin } = parts;
  let timer = 0;
  let unsubscribe = (): void => undefined;

  const note = element('p', { class: 'note', role: 'status' });
  const balance = element('p', { class: 'figure' });
  const name = element('h3');
  const address = element('p', { class: 'mono hint' });
  const connection = element('p', { class: 'hint' });
  const passing = element('p', { class: 'hint' }, texts.storage);
  const say = (text: string): void => {
    note.textContent = text;
  };
  const accounts = createAccountSection(parts, say);
  const more = accounts.section;

  async function showBalance(): Promise<void> {
    const { account } = vault;
    if (account === null || vault.kept.isLocked) return;
    const amountSun = await bank.balance(account.address);
    if (vault.account?.address !== account.address) return;
    balance.textContent = amountSun === null ? texts.unknownBalance : trx(amountSun);
    if (amountSun === null) say(texts.nodeAway);
    else if (note.textContent === texts.nodeAway) say('');
  }

  async function getFromFaucet(): Promise<void> {
    const { account } = vault;
    if (account === null) return;
    const before = await bank.balance(account.address);
    if (before === null) say(texts.nodeAway);
    else if (before + faucet.amountSun > faucet.maxBalanceSun) say(texts.faucetFull(faucet.maxBalanceSun));
    else if (await bank.faucet(account.address, faucet.amountSun)) say(texts.faucetDone(faucet.amountSun));
    else say(texts.faucetFailed);
    await showBalance();
  }

  async function begin(): Promise<void> {
    try {
      await parts.openFirst();
    } catch {
      say(texts.notLoaded);
    }
  }

  async function copyAddress(): Promise<void> {
    try {
      await navigator.clipboard.writeText(vault.account?.address ?? '');
      say(texts.copied);
    } catch {
      say(texts.copyFailed);
    }
  }

  const faucetButton = button('action main', texts.faucet(faucet.amountSun), () => void getFromFaucet());
  const switchButton = button('action quiet', texts.switchAccount, () => showAccounts(more.hidden !== false));
  const disconnectButton = button('action bare', texts.disconnect, () => vault.allow(origin, false));
  const tuckButton = button('action bare', texts.tuck, () => vault.tuck(!vault.kept.isTucked));
  const lockButton = button('action quiet', texts.lock, () => {
    say('');
    vault.lock(true);
  });
  const unlockButton = button('action main', texts.unlock, () => vault.lock(false));
  switchButton.setAttribute('aria-controls', more.id);

  const opened = element(
    'div',
    { class: 'body' },
    element('div', { class: 'stack tight' }, name, balance, address, connection),
    passing,
    element(
      'div',
      { class: 'row' },
      faucetButton,
      button('action quiet', texts.copy, () => void copyAddress()),
    ),
    note,
    element('hr', { class: 'rule' }),
    element('div', { class: 'row' }, switchButton, lockButton),
    more,
    element('div', { class: 'row ends' }, disconnectButton, tuckButton),
  );
  const shut = element(
    'div',
    { class: 'body' },
    element('h3', {}, texts.locked),
    element('p', { class: 'hint' }, texts.lockedHint),
    unlockButton,
  );
  const title = element('h2', { id: 'panel-title', tabindex: '-1' }, texts.name);
  const dialog = element(
    'dialog',
    { class: 'panel', 'aria-labelledby': title.id },
    element('div', { class: 'stripe' }),
    element(
      'div',
      { class: 'head' },
      walletIcon(),
      title,
      element('span', { class: 'tag' }, texts.playMoney),
      closeButton(() => dialog.close()),
    ),
    opened,
    shut,
  );
  dialog.addEventListener('close', () => {
    clearInterval(timer);
    unsubscribe();
    say('');
  });

  function showAccounts(isShown: boolean): void {
    more.hidden = !isShown;
    switchButton.setAttribute('aria-expanded', String(isShown));
  }

  function show(): void {
    const { account, kept, isLasting } = vault;
    opened.hidden = kept.isLocked;
    shut.hidden = !kept.isLocked;
    name.textContent = account?.name ?? texts.accounts;
    address.textContent = account === null ? '' : shortened(account.address);
    balance.textContent = texts.unknownBalance;
    const isConnected = kept.origins.includes(origin);
    connection.textContent = isConnected ? texts.connected : texts.disconnected;
    disconnectButton.hidden = !isConnected;
    tuckButton.textContent = kept.isTucked ? texts.untuck : texts.tuck;
    passing.hidden = isLasting;
    accounts.show();
    void showBalance();
  }

  return {
    dialog,
    open() {
      if (dialog.open) return;
      showAccounts(false);
      unsubscribe = vault.subscribe(show);
      timer = window.setInterval(() => void showBalance(), BALANCE_MS);
      show();
      dialog.showModal();
      title.focus();
      if (vault.account === null && !vault.kept.isLocked) void begin();
    },
    close: () => dialog.close(),
    showNote(text) {
      say(text);
      if (dialog.open) void showBalance();
    },
  };
}

function closeButton(close: () => void): HTMLButtonElement {
  const made = button('action bare icon', '×', close);
  made.setAttribute('aria-label', texts.close);
  return made;
}
