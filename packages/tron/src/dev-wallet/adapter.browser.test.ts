import { TronLinkAdapter } from '@tronweb3/tronwallet-adapter-tronlink';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { commands } from 'vitest/browser';
import { installDevWallet, type DevWallet, type VaultStorage } from './index.ts';
import type { DevAccount } from './wallet-state.ts';
import { reachChain, type TestChain } from './chain.fixture.ts';
import { choose, pressInPanel, answerQuestions, storageOf, type Answerer } from './wallet-user.fixture.ts';

let chain: TestChain;
let accounts: readonly [DevAccount, DevAccount];
let storage: VaultStorage;
let installed: DevWallet;
let user: Answerer;
let adapter: TronLinkAdapter;

beforeAll(async () => {
  chain = reachChain(await commands.startChain());
  await chain.node.prepare();
  await chain.mine(4);
});

beforeEach(async () => {
  accounts = [await chain.createAccount('First', 5_000_000), await chain.createAccount('Second', 0)];
  storage = storageOf(accounts);
  installed = installDevWallet({ nodeUrl: chain.url, storage });
  user = answerQuestions();
  adapter = new TronLinkAdapter({ openUrlWhenWalletNotFound: false });
});

afterEach(() => {
  adapter.removeAllListeners();
  user.stop();
  installed.uninstall();
});

afterAll(() => commands.stopChain(chain.url));

/** Everything the adapter tells of one event. */
function collect(event: 'accountsChanged' | 'connect' | 'disconnect'): unknown[] {
  const values: unknown[] = [];
  adapter.on(event, (...args: unknown[]) => values.push(args[0]));
  return values;
}

describe('the official adapter, unmodified', () => {
  test('finds the dev wallet and connects to its chosen account', async () => {
    expect(adapter.address).toBeNull();
    await adapter.connect();
    expect(adapter.state).toBe('Connected');
    expect(adapter.address).toBe(accounts[0].address);
    const chainId = await chain.node.chainId();
    expect(chainId.ok && chainId.value).toBe((await adapter.network()).chainId);
  });

  test('gets an error when the user refuses', async () => {
    user.willAnswer('no');
    await expect(adapter.connect()).rejects.toThrow('The user rejected connection.');
    expect(adapter.state).toBe('Disconnected');
  });

  test('gets an error while a question is still open', async () => {
    user.willAnswer('nothing');
    const first = adapter.connect();
    await expect.poll(() => user.questions()).toBe(1);
    const second = new TronLinkAdapter({ openUrlWhenWalletNotFound: false });
    await expect(second.connect()).rejects.toThrow('has already initiated a request');
    user.willAnswer('yes');
    await first;
    expect(adapter.address).toBe(accounts[0].address);
  });

  test('gets an event when the wallet is locked, and connects again by unlocking it', async () => {
    await adapter.connect();
    const disconnects = collect('disconnect');
    pressInPanel('Lock');
    expect(disconnects).toHaveLength(1);
    expect(adapter.address).toBeNull();
    await expect(adapter.signMessage('hello')).rejects.toMatchObject({ name: 'WalletDisconnectedError' });
    await adapter.connect();
    expect(adapter.address).toBe(accounts[0].address);
  });

  test('gets an event when another account is chosen, and signs for that one', async () => {
    await adapter.connect();
    const changes = collect('accountsChanged');
    choose(accounts[1].address);
    expect(changes).toEqual([accounts[1].address]);
    const signature = await adapter.signMessage('hello');
    expect(chain.node.recoverSigner('hello', signature)).toBe(accounts[1].address);
  });

  test('signs a text that the user agrees to, and none that the user refuses', async () => {
    await adapter.connect();
    const text = 'Grüße, 世界 🎈\n\nNonce: 7f';
    expect(chain.node.recoverSigner(text, await adapter.signMessage(text))).toBe(accounts[0].address);
    user.willAnswer('no');
    await expect(adapter.signMessage(text)).rejects.toThrow('Confirmation declined by user');
  });

  test('signs a payment that the chain takes', async () => {
    await adapter.connect();
    const timestampMs = Date.now();
    const built = await chain.node.buildPayment({
      from: accounts[0].address,
      to: accounts[1].address,
      amount: 1_000_000,
      timestampMs,
      expiresAtMs: timestampMs + 60_000,
    });
    if (!built.ok) throw new Error(built.error.reason);
    const transaction = JSON.parse(built.value.unsigned) as Parameters<TronLinkAdapter['signTransaction']>[0];
    user.willAnswer('no');
    await expect(adapter.signTransaction(transaction)).rejects.toThrow('Confirmation declined by user');
    user.willAnswer('yes');
    const signed = JSON.stringify(await adapter.signTransaction(transaction));
    expect(await chain.node.broadcast(signed)).toEqual({ ok: true, value: { verdict: 'accepted' } });
    await chain.mine(4);
    expect(await chain.node.findPayment(built.value.txid)).toMatchObject({
      ok: true,
      value: { state: 'paid', transfer: { amount: 1_000_000, to: accounts[1].address } },
    });
  });

  test('is connected without a prompt when the page is opened again', async () => {
    await adapter.connect();
    installed.uninstall();
    installed = installDevWallet({ nodeUrl: chain.url, storage });
    const again = new TronLinkAdapter({ openUrlWhenWalletNotFound: false });
    await expect.poll(() => again.address).toBe(accounts[0].address);
    expect(user.questions()).toBe(1);
  });

  test('finds it by the legacy objects, too', async () => {
    const stopped = (event: Event): void => event.stopImmediatePropagation();
    window.addEventListener('TIP6963:requestProvider', stopped, { capture: true });
    installed.uninstall();
    window.addEventListener('TIP6963:announceProvider', stopped, { capture: true });
    installed = installDevWallet({ nodeUrl: chain.url, storage });
    const legacy = new TronLinkAdapter({ checkTimeout: 300, openUrlWhenWalletNotFound: false });
    await legacy.connect();
    expect(legacy.address).toBe(accounts[0].address);
    window.removeEventListener('TIP6963:requestProvider', stopped, { capture: true });
    window.removeEventListener('TIP6963:announceProvider', stopped, { capture: true });
  });
});
