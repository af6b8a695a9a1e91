import axe from 'axe-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { commands, page, userEvent, type Locator } from 'vitest/browser';
import { read } from '../browser/foreign.ts';
import { installDevWallet, type DevWallet, type DevWalletOptions, type VaultStorage } from './index.ts';
import { reachChain, type TestChain } from './chain.fixture.ts';
import { DEV_HOUSE } from './house.ts';
import type { DevAccount } from './wallet-state.ts';
import { createStorage, questionDialog, storageOf } from './wallet-user.fixture.ts';
import type { DevProvider } from './provider.ts';
import { VAULT_KEY } from './vault.ts';

let chain: TestChain;
let first: DevAccount;
let second: DevAccount;
let installed: DevWallet | null = null;

beforeAll(async () => {
  chain = reachChain(await commands.startChain());
  await chain.node.prepare();
  await chain.mine(4);
});

beforeEach(async () => {
  first = await chain.createAccount('First', 2_500_000);
  second = await chain.createAccount('Second', 0);
});

afterEach(() => {
  installed?.uninstall();
  installed = null;
});

afterAll(() => commands.stopChain(chain.url));

/** Installs the wallet with what a storage holds, and gives its provider. */
function install(
  storage: VaultStorage | null = storageOf([first, second]),
  options: Partial<DevWalletOptions> = {},
): DevProvider {
  installed = installDevWallet({ nodeUrl: chain.url, storage, ...options });
  return globalOf('tron') as DevProvider;
}

/** A global that wallets put into the page. */
const globalOf = (name: 'tron' | 'tronLink' | 'tronWeb'): unknown => Reflect.get(window, name);

/** A storage of a page that was connected when it was left. */
const connectedStorage = (): VaultStorage & { text: string | null } =>
  createStorage(JSON.stringify({ accounts: [first, second], chosen: first.address, origins: [window.origin] }));

/** The tronWeb of a page that is connected. */
async function connect(options: Partial<DevWalletOptions> = {}, storage: VaultStorage = connectedStorage()) {
  const provider = install(storage, options);
  await expect.poll(() => provider.ready).toBe(true);
  if (provider.tronWeb === false) throw new Error('The page is not connected.');
  return { provider, tronWeb: provider.tronWeb };
}

const named = (name: string) => page.getByRole('button', { name, exact: true });
const openPanel = () => named('Dev wallet · Play money').click();
const requestAccounts = (provider: DevProvider) => provider.request({ method: 'eth_requestAccounts' });

/** Waits until something on the screen says a text. */
const says = (place: Locator, text: string) => expect.poll(() => place.element().textContent).toContain(text);

/** What a promise that must not be waited for here came to. */
const outcome = (promise: Promise<unknown>) =>
  promise.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ code: read(error, 'code'), message: read(error, 'message') }),
  );

describe('a question', () => {
  test('says who asks, and is answered by a button', async () => {
    const provider = install();
    const accounts = requestAccounts(provider);
    const dialog = page.getByRole('dialog', { name: 'Connect to this site?' });
    await says(dialog, window.origin);
    await says(dialog, first.address);
    await says(dialog, 'Dev chain: play money');
    await named('Confirm').click();
    expect(await accounts).toEqual([first.address]);
    expect(questionDialog()).toBeNull();
  });

  test('is a no on Escape, which the page does not receive', async () => {
    const listener = vi.fn<() => void>();
    document.addEventListener('keydown', listener, { capture: true });
    const refused = outcome(requestAccounts(install()));
    await expect.element(named('Confirm')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(await refused).toMatchObject({ code: 4_001 });
    expect(listener).not.toHaveBeenCalled();
    document.removeEventListener('keydown', listener, { capture: true });
  });

  test('is not answered by repeated Space or Enter presses meant for the game', async () => {
    const refused = outcome(requestAccounts(install()));
    await expect.element(named('Confirm')).toBeVisible();
    await userEvent.keyboard('   {Enter}{Enter}');
    expect(questionDialog()).not.toBeNull();
    await userEvent.keyboard('{Tab}{Enter}');
    expect(await refused).toMatchObject({ code: 4_001 });
  });

  test('shows a payment: what, to whom, and that it is play money', async () => {
    const { tronWeb } = await connect();
    const unsigned = await tronWeb.transactionBuilder.sendTrx(second.address, 1_234_567, first.address);
    const signed = tronWeb.trx.sign(unsigned);
    const dialog = page.getByRole('dialog', { name: 'Sign a payment?' });
    for (const text of ['1.234567 TRX', second.address, first.address, 'Dev chain: play money']) {
      await says(dialog, text);
    }
    await named('Confirm').click();
    expect(await tronWeb.trx.sendRawTransaction(await signed)).toMatchObject({ result: true });
  });

  test('shows a message as it was written, and no markup in it', async () => {
    const { tronWeb } = await connect();
    const text = '<b>bold</b>\n  second line';
    const signature = Promise.resolve(tronWeb.trx.signMessageV2(text));
    const dialog = page.getByRole('dialog', { name: 'Sign a message?' });
    await expect.element(dialog).toBeVisible();
    expect(questionDialog()?.querySelector('.quote')?.textContent).toBe(text);
    await named('Confirm').click();
    expect(chain.node.recoverSigner(text, await signature)).toBe(first.address);
  });

  test('shows what is no plain payment as what it is', async () => {
    const { tronWeb } = await connect();
    const unsigned = await tronWeb.transactionBuilder.freezeBalanceV2(1_000_000, 'ENERGY', first.address);
    const refused = outcome(tronWeb.trx.sign(unsigned));
    await says(page.getByRole('dialog'), 'FreezeBalanceV2Contract');
    await named('Reject').click();
    expect(await refused).toEqual({ code: undefined, message: 'Confirmation declined by user' });
  });

  test('is not asked about a transaction that says two things, or is not the account’s', async () => {
    const { tronWeb } = await connect();
    const unsigned = await tronWeb.transactionBuilder.sendTrx(second.address, 1, first.address);
    const others = await tronWeb.transactionBuilder.sendTrx(first.address, 1, second.address);
    const lie = structuredClone(unsigned);
    Object.assign(lie.raw_data.contract[0]?.parameter.value ?? {}, { amount: 2 });
    for (const [transaction, message] of [
      [lie, 'Invalid transaction'],
      [{ ...unsigned, txID: '00' }, 'Invalid transaction'],
      [{}, 'Invalid transaction'],
      [{ ...unsigned, signature: [] }, 'Transaction is already signed'],
      [others, 'Private key does not match address in transaction'],
    ] as const) {
      expect(await outcome(tronWeb.trx.sign(transaction as typeof unsigned))).toMatchObject({ message });
    }
    expect(questionDialog()).toBeNull();
  });

  test('is void when the wallet is locked in another page', async () => {
    const storage = connectedStorage();
    const { tronWeb } = await connect({}, storage);
    const refused = outcome(Promise.resolve(tronWeb.trx.signMessageV2('hello')));
    await expect.element(named('Confirm')).toBeVisible();
    storage.text = JSON.stringify({ ...(JSON.parse(storage.text ?? '') as object), isLocked: true });
    window.dispatchEvent(new StorageEvent('storage', { key: VAULT_KEY }));
    expect(await refused).toMatchObject({ message: 'Confirmation declined by user' });
    expect(questionDialog()).toBeNull();
    expect(tronWeb.defaultAddress.base58).toBe(false);
  });
});

describe('requests', () => {
  test('are refused while one is open', async () => {
    const provider = install();
    const open = outcome(requestAccounts(provider));
    expect(await outcome(requestAccounts(provider))).toMatchObject({ code: -32_002 });
    expect(await provider.request({ method: 'tron_requestAccounts' })).toMatchObject({ code: 4_000 });
    await named('Reject').click();
    expect(await open).toMatchObject({ code: 4_001 });
  });

  test('while locked open one question to unlock, and the legacy one none', async () => {
    const provider = install(createStorage(JSON.stringify({ accounts: [first], isLocked: true })));
    expect(await provider.request({ method: 'tron_requestAccounts' })).toBe('');
    const open = outcome(requestAccounts(provider));
    expect(await outcome(requestAccounts(provider))).toMatchObject({ code: -32_000 });
    await named('Unlock').click();
    await named('Confirm').click();
    expect(await open).toEqual({ value: [first.address] });
  });

  test.each([
    [undefined, -32_602],
    [{}, -32_602],
    [{ method: 7 }, -32_602],
    [{ method: 'eth_sendTransaction' }, 4_200],
    [{ method: 'wallet_switchEthereumChain' }, -32_602],
    [{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2b6653dc' }] }, 4_902],
  ])('that make no sense have a code: %o', async (call, code) => {
    expect(await outcome(install().request(call))).toMatchObject({ code });
  });

  test('to sign in ways that TronLink has and this has not are refused', async () => {
    const { tronWeb } = await connect();
    expect(() => tronWeb.trx.signTypedData({}, {}, {})).toThrow('does not know');
  });

  test('end when the wallet is taken out of the page', async () => {
    const { provider, tronWeb } = await connect();
    const open = outcome(Promise.resolve(tronWeb.trx.signMessageV2('hello')));
    await expect.element(named('Confirm')).toBeVisible();
    installed?.uninstall();
    expect(await open).toMatchObject({ message: 'Confirmation declined by user' });
    expect(await outcome(requestAccounts(provider))).toMatchObject({ code: 4_900 });
    expect(provider.tronWeb).toBe(false);
    expect(document.querySelector('dev-wallet')).toBeNull();
  });
});

describe('the window', () => {
  test('gets back what was there before', () => {
    const tron = { isTronLink: true };
    Object.assign(window, { tron });
    expect(install()).not.toBe(tron);
    installed?.uninstall();
    expect(globalOf('tron')).toBe(tron);
    Reflect.deleteProperty(window, 'tron');
    expect(['tronLink', 'tronWeb'].some((name) => name in window)).toBe(false);
  });

  test('tells a change of account by event and by legacy message', async () => {
    const messages: unknown[] = [];
    const onMessage = ({ data }: MessageEvent<{ isTronLink?: boolean; message?: unknown }>): void => {
      if (data.isTronLink === true) messages.push(data.message);
    };
    window.addEventListener('message', onMessage);
    const { provider } = await connect();
    const listener = vi.fn<(accounts: unknown) => void>();
    provider.on('accountsChanged', listener);
    await openPanel();
    await named('Switch account').click();
    await page.getByRole('button', { name: /Second/ }).click();
    expect(listener.mock.calls).toEqual([[[second.address]]]);
    await named('Lock').click();
    expect(listener).toHaveBeenLastCalledWith([]);
    await expect.poll(() => messages).toContainEqual({ action: 'setAccount', data: { address: second.address } });
    await expect.poll(() => messages).toContainEqual({ action: 'accountsChanged', data: { address: false } });
    window.removeEventListener('message', onMessage);
  });
});

describe('the first account', () => {
  const GIFT = 'The faucet gave it 1,000 TRX to begin with.';
  const panel = page.getByRole('dialog', { name: 'Dev wallet' });
  const balanceOf = async (address: unknown): Promise<unknown> => {
    const balance = await chain.node.balance(String(address));
    return balance.ok && balance.value;
  };

  test('is made when the panel is opened, and is given 1,000 TRX to begin with; no other is', async () => {
    const storage = createStorage();
    install(storage);
    await openPanel();
    await says(page.getByRole('status'), GIFT);
    await expect.element(panel.getByText('1,000 TRX', { exact: true })).toBeVisible();
    expect(storage.text).toContain('"name":"Account 1"');
    await named('Switch account').click();
    await named('New account').click();
    await expect.element(page.getByRole('button', { name: /^Account 2/ })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(panel.getByText('0 TRX', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('');
  });

  test('may be the house’s, where that is the one of a dev chain; any other house has a different key', async () => {
    install(createStorage(), { houseAddress: second.address });
    await openPanel();
    await named('Switch account').click();
    await expect.element(named('Use the house account')).not.toBeInTheDocument();
    installed?.uninstall();
    const storage = createStorage();
    install(storage, { houseAddress: DEV_HOUSE.address });
    await openPanel();
    await named('Switch account').click();
    await named('Use the house account').click();
    await expect.element(page.getByRole('button', { name: /^The house/ })).toHaveAttribute('aria-pressed', 'true');
    await expect.element(named('Use the house account')).not.toBeInTheDocument();
    expect(chain.node.addressOf(DEV_HOUSE.key)).toBe(DEV_HOUSE.address);
  });

  test('is made when a page connects, and the panel tells once what it was given', async () => {
    const provider = install(createStorage());
    const connected = requestAccounts(provider) as Promise<string[]>;
    await named('Confirm').click();
    const [address] = await connected;
    await expect.poll(() => balanceOf(address)).toBe(1_000_000_000);
    await openPanel();
    await says(page.getByRole('status'), GIFT);
    await userEvent.keyboard('{Escape}');
    await openPanel();
    await expect.element(panel.getByText('1,000 TRX', { exact: true })).toBeVisible();
    await expect.element(page.getByRole('status')).toHaveTextContent('');
  });

  test('is one, and given to once, when the panel and a page ask for it at the same time', async () => {
    const storage = createStorage();
    const provider = install(storage);
    installed?.open();
    const connected = requestAccounts(provider) as Promise<string[]>;
    await named('Confirm').click();
    const [address] = await connected;
    await expect.poll(() => balanceOf(address)).toBe(1_000_000_000);
    expect(storage.text?.match(/"key":/g)).toHaveLength(1);
  });

  test('is made without a word when the chain does not answer', async () => {
    const provider = install(createStorage(), { nodeUrl: 'http://127.0.0.1:9' });
    const connected = requestAccounts(provider);
    await named('Confirm').click();
    expect(await connected).toHaveLength(1);
    await openPanel();
    await says(page.getByRole('status'), 'The dev chain does not answer.');
  });
});

describe('the panel', () => {
  test('gives play money when it is asked to', async () => {
    install();
    await openPanel();
    const panel = page.getByRole('dialog', { name: 'Dev wallet' });
    await says(panel, '2.5 TRX');
    await named('Get 1,000 TRX').click();
    await says(page.getByRole('status'), 'The faucet gave 1,000 TRX.');
    await expect.element(panel.getByText('1,002.5 TRX', { exact: true })).toBeVisible();
  });

  test('stops at the faucet’s limit', async () => {
    install(undefined, { faucet: { amountSun: 1_000_000, maxBalanceSun: 3_000_000 } });
    await openPanel();
    await named('Get 1 TRX').click();
    await says(page.getByRole('status'), 'The faucet stops at 3 TRX an account.');
  });

  test('imports a key, and says what is none', async () => {
    const storage = storageOf([first]);
    install(storage);
    await openPanel();
    await named('Switch account').click();
    const entry = page.getByRole('textbox', { name: /Import a private key/ });
    for (const [key, said] of [
      ['no key', 'That is no private key'],
      ['0'.repeat(64), 'That is no private key'],
      [first.key, 'That account is here already'],
    ] as const) {
      await entry.fill(key);
      await named('Import').click();
      await says(page.getByRole('status'), said);
    }
    await entry.fill(second.key);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => storage.text).toContain(second.address);
    await page.getByRole('textbox', { name: 'Name of this account' }).fill('Savings');
    await userEvent.keyboard('{Tab}');
    await expect.element(page.getByRole('button', { name: /^Savings/ })).toHaveAttribute('aria-pressed', 'true');
  });

  test('disconnects the site, and shrinks its button', async () => {
    const { provider } = await connect();
    await openPanel();
    await named('Disconnect this site').click();
    expect(provider.tronWeb).toBe(false);
    await named('Shrink its button').click();
    await userEvent.keyboard('{Escape}');
    const badge = named('Dev wallet · Play money');
    await expect.poll(() => badge.element().getBoundingClientRect().width).toBeLessThan(30);
  });

  test('says so when the chain does not answer, and the wallet still signs', async () => {
    const { tronWeb } = await connect({ nodeUrl: 'http://127.0.0.1:9' });
    await openPanel();
    await says(page.getByRole('status'), 'The dev chain does not answer.');
    await userEvent.keyboard('{Escape}');
    const signature = Promise.resolve(tronWeb.trx.signMessageV2('hello'));
    await named('Confirm').click();
    expect(chain.node.recoverSigner('hello', await signature)).toBe(first.address);
  });

  test('says so when the browser keeps nothing for it', async () => {
    install(null);
    await openPanel();
    await says(page.getByRole('dialog'), 'lasts only as long as this page');
  });

  test('keeps its clicks and keys from the page', async () => {
    const listener = vi.fn<(event: Event) => void>();
    const types = ['click', 'pointerdown', 'keydown', 'keyup', 'focusin'];
    for (const type of types) document.addEventListener(type, listener);
    install();
    await openPanel();
    await named('Switch account').click();
    await page.getByRole('textbox', { name: 'Name of this account' }).fill('P F');
    await userEvent.keyboard('{Escape}');
    for (const type of types) document.removeEventListener(type, listener);
    expect(listener.mock.calls.map(([{ type }]) => type)).toEqual([]);
  });

  test('serves a page that has hidden its body behind a dialog', async () => {
    const { tronWeb } = await connect();
    document.body.setAttribute('aria-hidden', 'true');
    document.body.style.pointerEvents = 'none';
    const signature = Promise.resolve(tronWeb.trx.signMessageV2('hello'));
    await named('Confirm').click();
    expect(await signature).toMatch(/^0x/);
    document.body.removeAttribute('aria-hidden');
    document.body.style.pointerEvents = '';
  });
});

test.each([
  ['a phone', 390, 844],
  ['a laptop', 1366, 768],
])('is free of grave faults for axe-core, and fits the screen of %s', async (_screen, width, height) => {
  await page.viewport(width, height);
  const { tronWeb } = await connect();
  const isValid = async (): Promise<void> => {
    const root = document.querySelector('dev-wallet')?.shadowRoot;
    await Promise.all((root?.getAnimations() ?? []).map(({ finished }) => finished));
    const { violations } = await axe.run('dev-wallet');
    expect(violations.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
    for (const shown of root?.querySelectorAll('dialog[open], .badge') ?? []) {
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      expect([left >= 0, top >= 0, right <= width, bottom <= height]).toEqual([true, true, true, true]);
    }
  };
  await isValid();
  await openPanel();
  await named('Switch account').click();
  await isValid();
  await named('Lock').click();
  await isValid();
  await named('Unlock').click();
  await userEvent.keyboard('{Escape}');
  const unsigned = await tronWeb.transactionBuilder.sendTrx(second.address, 1, first.address).catch(() => null);
  expect(unsigned).not.toBeNull();
  const signature = outcome(
    Promise.resolve((globalOf('tronWeb') as typeof tronWeb).trx.signMessageV2('A line.\n'.repeat(200))),
  );
  await expect.element(named('Reject')).toBeVisible();
  await isValid();
  await named('Reject').click();
  await signature;
  await page.viewport(1366, 768);
});

test('runs under the product’s content security policy, tronweb included', async () => {
  const frame = document.createElement('iframe');
  const script = new URL('./policy-page.fixture.ts', import.meta.url).href;
  const policy = `default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self' ${chain.url}; object-src 'none'; base-uri 'none'`;
  frame.srcdoc = `<!doctype html><html data-node="${chain.url}"><meta http-equiv="Content-Security-Policy" content="${policy}"><script type="module" src="${script}"></script></html>`;
  const told = new Promise<unknown>((resolve) => {
    window.addEventListener('message', ({ data, source }: MessageEvent<unknown>) => {
      if (source === frame.contentWindow && typeof data === 'object' && data !== null && 'violations' in data)
        resolve(data);
    });
  });
  document.body.append(frame);
  expect(await told).toMatchObject({
    connected: { ok: true },
    signed: { ok: true },
    network: expect.stringMatching(/^0x[0-9a-f]{8}$/),
    isStyled: true,
    violations: [],
  });
  frame.remove();
});
