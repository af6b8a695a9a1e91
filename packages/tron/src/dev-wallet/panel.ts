import { createAccountSection, type AccountParts } from './account-section.ts';
import type { ChainClient } from './chain-client.ts';
import { button, element, walletIcon } from './element.ts';
import { shortened, texts, trx } from './texts.ts';

/** Limits of the faucet, in sun. */
export interface FaucetLimits {
  /** What it pays at a time. */
  readonly amountSun: number;
  /** The balance up to which it pays. */
  readonly maxBalanceSun: number;
}

/** What the panel works on. */
export interface PanelParts extends AccountParts {
  readonly chainClient: ChainClient;
  readonly faucet: FaucetLimits;
  readonly origin: string;
  /** Creates the first account of an empty vault. Rejects when that fails. */
  ensureAccount(): Promise<unknown>;
}

/** The dialog in which the user manages the dev wallet. */
export interface Panel {
  readonly dialog: HTMLDialogElement;
  open(): void;
  close(): void;
  /** Shows a note about the balance: now, or when the panel is opened next. */
  showNote(text: string): void;
}

/** Interval at which an open panel reads the balance, ms: one block of the dev chain. */
const BALANCE_MS = 3_000;

/** Creates the panel, closed. While it is open, it shows each change of the vault. */
export function createPanel(parts: PanelParts): Panel {
  const { vault, chainClient, faucet, origin } = parts;
  let timer = 0;
  let unsubscribe = (): void => undefined;

  const note = element('p', { class: 'note', role: 'status' });
  const balance = element('p', { class: 'figure' });
  const name = element('h3');
  const address = element('p', { class: 'mono hint' });
  const connection = element('p', { class: 'hint' });
  const storageHint = element('p', { class: 'hint' }, texts.storage);
  const setNote = (text: string): void => {
    note.textContent = text;
  };
  const accounts = createAccountSection(parts, setNote);

  async function showBalance(): Promise<void> {
    const { account } = vault;
    if (account === null || vault.state.isLocked) return;
    const amountSun = await chainClient.balance(account.address);
    if (vault.account?.address !== account.address) return;
    balance.textContent = amountSun === null ? texts.unknownBalance : trx(amountSun);
    if (amountSun === null) setNote(texts.nodeAway);
    else if (note.textContent === texts.nodeAway) setNote('');
  }

  async function getFromFaucet(): Promise<void> {
    const { account } = vault;
    if (account === null) return;
    const before = await chainClient.balance(account.address);
    if (before === null) setNote(texts.nodeAway);
    else if (before + faucet.amountSun > faucet.maxBalanceSun) setNote(texts.faucetFull(faucet.maxBalanceSun));
    else if (await chainClient.faucet(account.address, faucet.amountSun)) setNote(texts.faucetDone(faucet.amountSun));
    else setNote(texts.faucetFailed);
    await showBalance();
  }

  async function createFirstAccount(): Promise<void> {
    try {
      await parts.ensureAccount();
    } catch {
      setNote(texts.notLoaded);
    }
  }

  async function copyAddress(): Promise<void> {
    try {
      await navigator.clipboard.writeText(vault.account?.address ?? '');
      setNote(texts.copied);
    } catch {
      setNote(texts.copyFailed);
    }
  }

  const faucetButton = button('action main', texts.faucet(faucet.amountSun), () => void getFromFaucet());
  const switchButton = button('action quiet', texts.switchAccount, () =>
    showAccounts(accounts.section.hidden !== false),
  );
  const disconnectButton = button('action bare', texts.disconnect, () => vault.allow(origin, false));
  const collapseButton = button('action bare', texts.collapse, () => vault.collapse(!vault.state.isCollapsed));
  const lockButton = button('action quiet', texts.lock, () => {
    setNote('');
    vault.lock(true);
  });
  const unlockButton = button('action main', texts.unlock, () => vault.lock(false));
  switchButton.setAttribute('aria-controls', accounts.section.id);

  const unlockedBody = element(
    'div',
    { class: 'body' },
    element('div', { class: 'stack tight' }, name, balance, address, connection),
    storageHint,
    element(
      'div',
      { class: 'row' },
      faucetButton,
      button('action quiet', texts.copy, () => void copyAddress()),
    ),
    note,
    element('hr', { class: 'rule' }),
    element('div', { class: 'row' }, switchButton, lockButton),
    accounts.section,
    element('div', { class: 'row ends' }, disconnectButton, collapseButton),
  );
  const lockedBody = element(
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
    unlockedBody,
    lockedBody,
  );
  dialog.addEventListener('close', () => {
    clearInterval(timer);
    unsubscribe();
    setNote('');
  });

  function showAccounts(isShown: boolean): void {
    accounts.section.hidden = !isShown;
    switchButton.setAttribute('aria-expanded', String(isShown));
  }

  function show(): void {
    const { account, state, isPersistent } = vault;
    unlockedBody.hidden = state.isLocked;
    lockedBody.hidden = !state.isLocked;
    name.textContent = account?.name ?? texts.accounts;
    address.textContent = account === null ? '' : shortened(account.address);
    balance.textContent = texts.unknownBalance;
    const isConnected = state.origins.includes(origin);
    connection.textContent = isConnected ? texts.connected : texts.disconnected;
    disconnectButton.hidden = !isConnected;
    collapseButton.textContent = state.isCollapsed ? texts.expand : texts.collapse;
    storageHint.hidden = isPersistent;
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
      if (vault.account === null && !vault.state.isLocked) void createFirstAccount();
    },
    close: () => dialog.close(),
    showNote(text) {
      setNote(text);
      if (dialog.open) void showBalance();
    },
  };
}

function closeButton(close: () => void): HTMLButtonElement {
  const created = button('action bare icon', '×', close);
  created.setAttribute('aria-label', texts.close);
  return created;
}
