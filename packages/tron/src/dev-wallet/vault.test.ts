import { describe, expect, test } from 'vitest';
import { parseKey, parseWalletState } from './wallet-state.ts';
import { openVault, VAULT_KEY, type VaultStorage } from './vault.ts';

const KEY = 'ab'.repeat(32);
const account = { name: 'First', address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', key: KEY };
const other = { name: 'Second', address: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj', key: 'cd'.repeat(32) };

/** A storage that holds one text. */
function createStorage(text: string | null): VaultStorage & { text: string | null } {
  return {
    text,
    getItem(name) {
      return name === VAULT_KEY ? this.text : null;
    },
    setItem(_name, value) {
      this.text = value;
    },
  };
}

describe('the stored state', () => {
  test('is read as it was written', () => {
    const storage = createStorage(null);
    const vault = openVault(storage);
    vault.add(account);
    vault.add(other);
    vault.choose(account.address);
    vault.rename('  Mine  ');
    vault.allow('https://play.example', true);
    vault.lock(true);
    vault.collapse(true);
    const again = openVault(storage);
    expect(again.state).toEqual(vault.state);
    expect(again.account).toEqual({ ...account, name: 'Mine' });
    expect(again.state).toMatchObject({ isLocked: true, isCollapsed: true, origins: ['https://play.example'] });
  });

  test.each([
    ['nothing', null],
    ['no JSON', '{accounts'],
    ['no object', '7'],
    ['a list', '[]'],
    ['values of other kinds', '{"accounts":"a","chosen":7,"isLocked":"yes","origins":{"a":1},"isCollapsed":1}'],
    ['accounts that are none', '{"accounts":[null,7,{},{"name":"","address":"T","key":"k"}]}'],
  ])('is an unused wallet when it is %s', (_what, text) => {
    expect(parseWalletState(text)).toEqual({
      accounts: [],
      chosen: null,
      isLocked: false,
      origins: [],
      isCollapsed: false,
    });
  });

  test('keeps what is sound beside what is not', () => {
    const bad = { ...other, key: 'no key' };
    const state = parseWalletState(
      JSON.stringify({ accounts: [bad, account, account], chosen: other.address, origins: [1, 'a'] }),
    );
    expect(state).toMatchObject({ accounts: [account], chosen: account.address, origins: ['a'] });
  });
});

describe('a vault', () => {
  test('lasts as long as the page without a storage, or with one that refuses', () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    for (const storage of [null, { getItem: refuse, setItem: refuse }]) {
      const vault = openVault(storage);
      expect(vault.add(account)).toBe(true);
      expect(vault.account).toEqual(account);
      expect(vault.isPersistent).toBe(false);
      vault.reload();
      expect(vault.account).toEqual(account);
    }
  });

  test('takes an account once, and chooses it', () => {
    const vault = openVault(null);
    vault.add(account);
    vault.add(other);
    expect(vault.add({ ...account, name: 'Again' })).toBe(false);
    expect(vault.state.accounts).toEqual([account, other]);
    expect(vault.account).toEqual(account);
  });

  test('is not moved by an unknown account or an empty name', () => {
    const vault = openVault(null);
    vault.add(account);
    vault.choose(other.address);
    vault.rename('   ');
    expect(vault.account).toEqual(account);
  });

  test('tells its changes, and what another page has changed', () => {
    const storage = createStorage(null);
    const vault = openVault(storage);
    let calls = 0;
    const stop = vault.subscribe(() => calls++);
    vault.add(account);
    openVault(storage).lock(true);
    vault.reload();
    expect(calls).toBe(2);
    expect(vault.state.isLocked).toBe(true);
    stop();
    vault.lock(false);
    expect(calls).toBe(2);
  });
});

test.each([
  [KEY, KEY],
  [` 0x${KEY.toUpperCase()}\n`, KEY],
  [KEY.slice(1), null],
  [`${KEY}0`, null],
  ['zz'.repeat(32), null],
  ['', null],
])('a key is 64 hex digits: %s', (text, key) => {
  expect(parseKey(text)).toBe(key);
});
