import { button, element } from './element.ts';
import { NAME_LENGTH, parseKey, type DevAccount } from './wallet-state.ts';
import { shortened, texts } from './texts.ts';
import type { Vault } from './vault.ts';

/** The part of the panel in which accounts are chosen, created, renamed and imported. */
export interface AccountSection {
  readonly section: HTMLElement;
  /** Shows the current state of the vault. */
  show(): void;
}

/** What the section works on. */
export interface AccountParts {
  readonly vault: Vault;
  /** The house's account if the product uses the dev chain's default house, otherwise null. */
  readonly house: DevAccount | null;
  /** Creates an account of a private key, or of a random one. Null when the key is invalid. */
  createAccount(name: string, key?: string): Promise<DevAccount | null>;
}

/** Creates the section, hidden. It calls `setNote` with the result of an action. */
export function createAccountSection(
  { vault, house, createAccount }: AccountParts,
  setNote: (text: string) => void,
): AccountSection {
  const list = element('ul', { class: 'accounts', 'aria-label': texts.accounts });
  const nameEntry = element('input', {
    class: 'entry',
    id: 'name',
    maxlength: String(NAME_LENGTH),
    autocomplete: 'off',
  });
  nameEntry.addEventListener('change', () => vault.rename(nameEntry.value));
  const keyEntry = element('input', {
    class: 'entry mono',
    id: 'key',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-describedby': 'key-hint',
  });

  /** Creates an account of a private key, or of a random one, and chooses it. */
  async function add(key?: string): Promise<void> {
    try {
      const account = await createAccount(texts.accountName(vault.state.accounts.length + 1), key);
      if (account === null) setNote(texts.importBad);
      else setNote(vault.add(account) ? '' : texts.importKnown);
    } catch {
      // The chunk with TronWeb could not be loaded.
      setNote(texts.notLoaded);
    }
  }

  async function importKey(): Promise<void> {
    const key = parseKey(keyEntry.value);
    if (key === null) {
      setNote(texts.importBad);
      keyEntry.focus();
      return;
    }
    keyEntry.value = '';
    await add(key);
  }

  const importForm = element(
    'form',
    { class: 'stack', 'aria-label': texts.importTitle },
    element('label', { for: 'key' }, texts.importLabel),
    keyEntry,
    element('p', { class: 'hint', id: 'key-hint' }, texts.importHint),
    element('button', { class: 'action quiet' }, texts.import),
  );
  importForm.addEventListener('submit', (event) => {
    event.preventDefault();
    void importKey();
  });

  const houseButton = button('action quiet', texts.useHouse, () => {
    if (house !== null) vault.add(house);
  });

  function createChoice(account: DevAccount): HTMLElement {
    const isChosen = account.address === vault.state.chosen;
    const choice = element(
      'button',
      { type: 'button', class: 'account', 'aria-pressed': String(isChosen), 'data-address': account.address },
      element('span', { class: 'name' }, account.name),
      element('span', { class: 'address mono' }, shortened(account.address)),
    );
    choice.addEventListener('click', () => vault.choose(account.address));
    return element('li', {}, choice);
  }

  return {
    section: element(
      'div',
      { class: 'stack more', id: 'accounts', hidden: true },
      element(
        'div',
        { class: 'stack' },
        list,
        element(
          'div',
          { class: 'row' },
          button('action quiet', texts.newAccount, () => void add()),
          houseButton,
        ),
      ),
      element('div', { class: 'stack' }, element('label', { for: 'name' }, texts.rename), nameEntry),
      importForm,
    ),
    show() {
      nameEntry.value = vault.account?.name ?? '';
      houseButton.hidden = house === null || vault.state.accounts.some(({ address }) => address === house.address);
      // The list is rebuilt, so the focus has to be restored to the account that had it.
      const focused = list.querySelector(':focus')?.getAttribute('data-address') ?? '';
      list.replaceChildren(...vault.state.accounts.map(createChoice));
      if (focused !== '') list.querySelector<HTMLElement>(`[data-address="${CSS.escape(focused)}"]`)?.focus();
    },
  };
}
