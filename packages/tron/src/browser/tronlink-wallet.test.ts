import type { Wallet, WalletEvent } from '@popfray/chain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DEV_WALLET_RDNS, createTronLinkWallet, type TronLinkOptions } from './index.ts';
import {
  announce,
  createPage,
  createProvider,
  createTronWeb,
  FIRST,
  SECOND,
  TIMERS,
  type TestPage,
  type TestProvider,
} from './page.fixture.ts';
import { makeTransfer } from './transaction.fixture.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
const DESKTOP = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';

let page: TestPage;
let provider: TestProvider;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = createPage();
  provider = createProvider(FIRST);
});

afterEach(() => {
  vi.useRealTimers();
});

const create = (options: Partial<TronLinkOptions> = {}): Wallet =>
  createTronLinkWallet({ page, timers: TIMERS, ...options });

/** Lets so much time pass, and what is asked meanwhile be answered. */
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

/** What something comes to when time passes. */
async function settle<Value>(promise: Promise<Value>): Promise<Value> {
  await pass(600_000);
  return promise;
}

/** A wallet that is connected to FIRST by TIP-1193. */
async function connected(options: Partial<TronLinkOptions> = {}): Promise<Wallet> {
  announce(page, provider);
  const wallet = create(options);
  expect(await wallet.connect()).toEqual({ ok: true, value: FIRST });
  return wallet;
}

/** The tronWeb that the provider has now. */
function tronWeb(): ReturnType<typeof createTronWeb> {
  if (provider.tronWeb === false) throw new Error('The provider has no tronWeb.');
  return provider.tronWeb;
}

function record(wallet: Wallet): WalletEvent[] {
  const received: WalletEvent[] = [];
  wallet.listen((event) => received.push(event));
  return received;
}

const order = { from: FIRST, to: SECOND, amount: 5, unsigned: JSON.stringify(makeTransfer(FIRST, SECOND, 5)) };

describe('TronLink is found', () => {
  test('by its announcement, at once', () => {
    announce(page, provider);
    expect(create().status()).toEqual({
      isInstalled: true,
      isCompatible: true,
      address: null,
      name: 'TronLink',
      version: null,
    });
  });

  test('by window.tron where it does not announce itself', () => {
    page['tron'] = provider;
    expect(create().status()).toMatchObject({ isInstalled: true, isCompatible: true });
  });

  test('by window.tronLink, with its version', () => {
    page['tronLink'] = { isTronLink: true, version: '3.26.10', request: () => '', tronWeb: false };
    expect(create().status()).toMatchObject({ isInstalled: true, isCompatible: true, version: '3.26.10' });
  });

  test('in the browser of its phone app, which marks its page instead of its object', () => {
    page['iTron'] = {};
    page['tronLink'] = { request: () => '', tronWeb: createTronWeb(FIRST) };
    expect(create().status()).toMatchObject({ isInstalled: true, address: FIRST });
  });

  test('or TokenPocket, in the browser of its phone app, which puts a tronWeb alone into the page', async () => {
    page['navigator'] = { userAgent: PHONE };
    page['tokenpocket'] = {};
    expect(create().status()).toMatchObject({ isInstalled: false });
    page['tronWeb'] = createTronWeb(FIRST);
    const wallet = create();
    expect(wallet.status()).toMatchObject({
      isInstalled: true,
      isCompatible: true,
      address: FIRST,
      name: 'TokenPocket',
    });
    expect(await settle(wallet.connect())).toEqual({ ok: true, value: FIRST });
    const received = record(wallet);
    page['tronWeb'] = createTronWeb(SECOND);
    await pass(6_000);
    expect(received).toContainEqual(expect.objectContaining({ address: SECOND }));
    wallet.disconnect();
    expect(wallet.status().address).toBeNull();
  });

  test('by its own objects rather than by those of TokenPocket', () => {
    page['navigator'] = { userAgent: PHONE };
    page['tokenpocket'] = {};
    page['tronWeb'] = createTronWeb(SECOND);
    page['tron'] = provider;
    expect(create().status()).toMatchObject({ name: 'TronLink' });
  });

  test('when it comes while it is looked for', async () => {
    const found = create().discover();
    await pass(1_000);
    announce(page, provider);
    await pass(100);
    expect(await found).toMatchObject({ isInstalled: true });
  });

  test('by its announcement rather than by an object that another extension may have taken', async () => {
    page['tron'] = createProvider(SECOND);
    announce(page, provider);
    expect(await settle(create().connect())).toEqual({ ok: true, value: FIRST });
  });
});

describe('another wallet is not taken for it', () => {
  test.each<[string, (page: TestPage) => unknown]>([
    ['a tronWeb alone', (p) => (p['tronWeb'] = createTronWeb(FIRST))],
    ['a tron that does not say so', (p) => (p['tron'] = { ...createProvider(FIRST), isTronLink: undefined })],
    ['a tronLink that does not say so', (p) => (p['tronLink'] = { request: () => '', tronWeb: createTronWeb(FIRST) })],
    ['another name in the announcement', (p) => announce(p, createProvider(FIRST), 'com.example.wallet')],
    [
      'the mark of TokenPocket on a desktop, with the tronWeb of another wallet',
      (p) => Object.assign(p, { tokenpocket: {}, tronWeb: createTronWeb(FIRST), navigator: { userAgent: DESKTOP } }),
    ],
    [
      'the mark of TokenPocket on a phone, without a tronWeb',
      (p) => Object.assign(p, { tokenpocket: {}, tronWeb: null, navigator: { userAgent: PHONE } }),
    ],
    ['the dev wallet, uninvited', (p) => announce(p, createProvider(FIRST), DEV_WALLET_RDNS)],
    ['an announcement of nothing', (p) => announce(p, null)],
    [
      'an object whose getters throw',
      (p) => (p['tron'] = new Proxy({}, { get: () => expect.unreachable('careless') })),
    ],
  ])('%s', async (_what, put) => {
    put(page);
    const wallet = create();
    expect(wallet.status()).toMatchObject({ isInstalled: false, address: null });
    expect(await settle(wallet.connect())).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_ABSENT' } });
  });

  test('even if it claims the name after TronLink has', async () => {
    announce(page, provider);
    announce(page, createProvider(SECOND));
    expect(await create().connect()).toEqual({ ok: true, value: FIRST });
  });
});

test('the dev wallet is taken before TronLink where it is welcome', async () => {
  announce(page, createProvider(SECOND));
  announce(page, provider, DEV_WALLET_RDNS, 'Dev wallet');
  const wallet = create({ isDevWalletWelcome: true });
  expect(wallet.status().name).toBe('Dev wallet');
  expect(await wallet.connect()).toEqual({ ok: true, value: FIRST });
});

describe('connecting', () => {
  test.each<[string, () => unknown, string]>([
    ['refused', () => Promise.reject(Object.assign(new Error('no'), { code: 4_001 })), 'ERR_WALLET_REJECTED'],
    ['asked already', () => Promise.reject(Object.assign(new Error('no'), { code: -32_002 })), 'ERR_WALLET_PENDING'],
    [
      'asked again while locked',
      () => Promise.reject(Object.assign(new Error(), { code: -32_000 })),
      'ERR_WALLET_LOCKED',
    ],
    ['never answered', () => new Promise(() => undefined), 'ERR_WALLET_TIMEOUT'],
    ['thrown at', () => expect.unreachable('boom'), 'ERR_WALLET_INCOMPATIBLE'],
    ['answered with no account', () => [], 'ERR_WALLET_LOCKED'],
    ['answered with nothing', () => null, 'ERR_WALLET_LOCKED'],
    ['answered in the legacy way', () => ({ code: 4_001, message: 'no' }), 'ERR_WALLET_REJECTED'],
    ['answered with gibberish', () => 42, 'ERR_WALLET_INCOMPATIBLE'],
    ['agreed to, and tronWeb never comes', () => [FIRST], 'ERR_WALLET_INCOMPATIBLE'],
  ])('ends in a coded error when it is %s', async (_what, request, code) => {
    provider.request = request;
    announce(page, provider);
    const wallet = create();
    expect(await settle(wallet.connect())).toMatchObject({ ok: false, error: { code } });
    expect(wallet.status().address).toBeNull();
  });

  test.each<[string, unknown, string]>([
    ['locked', '', 'ERR_WALLET_LOCKED'],
    ['asked already', { code: 4_000, message: 'in queue' }, 'ERR_WALLET_PENDING'],
    ['refused', { code: 4_001, message: 'rejected' }, 'ERR_WALLET_REJECTED'],
  ])('by the legacy call ends in a coded error when it is %s', async (_what, answer, code) => {
    page['tronLink'] = { isTronLink: true, request: async () => answer, tronWeb: false };
    expect(await settle(create().connect())).toMatchObject({ ok: false, error: { code } });
  });

  test('by the legacy call takes the account of its tronWeb', async () => {
    const request = vi.fn<(call: unknown) => unknown>(() => ({ code: 200, message: 'ok' }));
    page['tronLink'] = { isTronLink: true, request, tronWeb: createTronWeb(FIRST) };
    expect(await create().connect()).toEqual({ ok: true, value: FIRST });
    expect(request).toHaveBeenCalledWith({ method: 'tron_requestAccounts' });
  });

  test('waits for a tronWeb that comes after the answer', async () => {
    provider.request = async () => {
      setTimeout(() => (provider.tronWeb = createTronWeb(FIRST)), 1_000);
      return [FIRST];
    };
    announce(page, provider);
    expect(await settle(create().connect())).toEqual({ ok: true, value: FIRST });
  });

  test('believes the tronWeb rather than the answer, which may be a moment old', async () => {
    provider.request = async () => {
      provider.tronWeb = createTronWeb(SECOND);
      return [FIRST];
    };
    announce(page, provider);
    expect(await create().connect()).toEqual({ ok: true, value: SECOND });
  });

  test('twice at once asks the person once', async () => {
    const request = vi.spyOn(provider, 'request');
    announce(page, provider);
    const wallet = create();
    const [one, two] = await Promise.all([wallet.connect(), wallet.connect()]);
    expect(one).toEqual(two);
    expect(request).toHaveBeenCalledOnce();
  });

  test('can be tried again after a time that ran out', async () => {
    provider.request = () => new Promise(() => undefined);
    announce(page, provider);
    const wallet = create();
    await settle(wallet.connect());
    provider.request = createProvider(FIRST).request;
    provider.tronWeb = createTronWeb(FIRST);
    expect(await wallet.connect()).toEqual({ ok: true, value: FIRST });
  });

  test('takes the account of the object that the wallet has put in the place of the one that was asked', async () => {
    const request = async (): Promise<unknown> => {
      page['tronLink'] = { isTronLink: true, request, tronWeb: createTronWeb(FIRST) };
      return { code: 200 };
    };
    page['tronLink'] = { isTronLink: true, request, tronWeb: false };
    expect(await settle(create().connect())).toEqual({ ok: true, value: FIRST });
  });

  test('asks nothing of a wallet that cannot be asked', async () => {
    announce(page, { isTronLink: true });
    const wallet = create();
    expect(wallet.status().isCompatible).toBe(false);
    expect(await wallet.connect()).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_INCOMPATIBLE' } });
  });
});

describe('events', () => {
  test('say when to look, and are not believed', async () => {
    const wallet = await connected();
    const received = record(wallet);
    provider.emit('accountsChanged', [SECOND]);
    await pass(1_000);
    expect(received).toEqual([]);
    tronWeb().defaultAddress.base58 = SECOND;
    provider.emit('accountsChanged', ['gibberish']);
    expect(received).toEqual([{ type: 'account', address: SECOND }]);
  });

  test('of a disconnection right after the connection, taken back at once, are not told', async () => {
    const wallet = await connected();
    const received = record(wallet);
    const before = tronWeb();
    provider.tronWeb = false;
    provider.emit('accountsChanged', []);
    await pass(100);
    provider.tronWeb = before;
    provider.emit('accountsChanged', [FIRST]);
    await pass(10_000);
    expect(received).toEqual([]);
  });

  test('of a lock are reported once it has lasted', async () => {
    const wallet = await connected();
    const received = record(wallet);
    tronWeb().defaultAddress.base58 = false;
    provider.emit('accountsChanged', []);
    provider.emit('disconnect', {});
    provider.emit('accountsChanged', []);
    expect(received).toEqual([]);
    await pass(1_000);
    expect(received).toEqual([{ type: 'account', address: null }]);
  });

  test('that come before the tronWeb changes are not too early', async () => {
    const wallet = await connected();
    const received = record(wallet);
    provider.emit('accountsChanged', [SECOND]);
    await pass(200);
    tronWeb().defaultAddress.base58 = SECOND;
    await pass(200);
    expect(received).toEqual([{ type: 'account', address: SECOND }]);
  });

  test('are done without by looking every 5 s', async () => {
    const wallet = await connected();
    const received = record(wallet);
    tronWeb().defaultAddress.base58 = SECOND;
    await pass(5_000);
    expect(received).toEqual([{ type: 'account', address: SECOND }]);
  });

  test('reach the page after the wallet has lost its listeners', async () => {
    const wallet = await connected();
    const received = record(wallet);
    tronWeb().defaultAddress.base58 = SECOND;
    provider.emit('accountsChanged', [SECOND]);
    provider.listeners.clear();
    tronWeb().defaultAddress.base58 = FIRST;
    await pass(5_000);
    tronWeb().defaultAddress.base58 = SECOND;
    provider.emit('accountsChanged', [SECOND]);
    expect(received.map((event) => event.type === 'account' && event.address)).toEqual([SECOND, FIRST, SECOND]);
  });

  test('come by legacy messages, too', async () => {
    page['tronLink'] = { isTronLink: true, request: async () => ({ code: 200 }), tronWeb: createTronWeb(FIRST) };
    const wallet = create();
    await wallet.connect();
    const received = record(wallet);
    page['tronLink'] = { isTronLink: true, request: async () => ({ code: 200 }), tronWeb: createTronWeb(SECOND) };
    page.dispatchEvent(new MessageEvent('message', { data: { message: { action: 'setAccount', data: {} } } }));
    expect(received).toEqual([{ type: 'account', address: SECOND }]);
  });

  test('of a flood of messages neither repeat nor hold up what there is to tell', async () => {
    const wallet = await connected();
    const received = record(wallet);
    tronWeb().defaultAddress.base58 = false;
    for (let ms = 0; ms < 1_000; ms += 10) {
      page.dispatchEvent(new MessageEvent('message', { data: { message: { action: 'disconnect' } } }));
      await pass(10);
    }
    expect(received).toEqual([{ type: 'account', address: null }]);
  });

  test('tell a wallet that comes late', async () => {
    const received = record(create());
    announce(page, provider);
    await pass(1_000);
    expect(received).toEqual([{ type: 'presence', isInstalled: true }]);
  });

  test('tell that the extension has gone', async () => {
    page['tron'] = provider;
    const stop = announce(page, provider);
    const wallet = create();
    await wallet.connect();
    const received = record(wallet);
    stop();
    delete page['tron'];
    await pass(20_000);
    expect(received).toEqual([
      { type: 'presence', isInstalled: false },
      { type: 'account', address: null },
    ]);
    expect(await settle(wallet.signMessage('hello'))).toMatchObject({
      ok: false,
      error: { code: 'ERR_WALLET_ABSENT' },
    });
  });

  test('tell a network once, and only a known one', async () => {
    const wallet = await connected();
    const received = record(wallet);
    await pass(1_000);
    provider.tronWeb = createTronWeb(FIRST, 'cd8690dc');
    provider.emit('chainChanged', { chainId: '0x2b6653dc' });
    await pass(1_000);
    provider.tronWeb = {
      ...createTronWeb(FIRST),
      trx: { getBlockByNumber: () => Promise.reject(new Error('offline')) },
    };
    provider.emit('chainChanged', { chainId: '0x2b6653dc' });
    await pass(10_000);
    expect(received).toEqual([{ type: 'network', chainId: '0xcd8690dc' }]);
  });

  test('say nothing of what the page itself asked for', async () => {
    announce(page, provider);
    const wallet = create();
    const received = record(wallet);
    provider.request = async () => {
      provider.tronWeb = createTronWeb(FIRST);
      provider.emit('connect', {});
      provider.emit('accountsChanged', [FIRST]);
      return [FIRST];
    };
    await wallet.connect();
    provider.emit('connect', {});
    await pass(10_000);
    wallet.disconnect();
    await pass(10_000);
    expect(received).toEqual([]);
  });

  test('leave nothing behind when the last listener goes while it is being told', async () => {
    provider.tronWeb = createTronWeb(FIRST);
    const wallet = create();
    const received: WalletEvent[] = [];
    const stop = wallet.listen((event) => {
      received.push(event);
      stop();
    });
    announce(page, provider);
    await pass(10_000);
    expect(received).toEqual([{ type: 'presence', isInstalled: true }]);
    expect([...provider.listeners.values()].every((listeners) => listeners.size === 0)).toBe(true);
  });

  test('leave no timer behind after the last listener is removed', async () => {
    const wallet = await connected();
    const stop = wallet.listen(() => expect.unreachable('received after all'));
    stop();
    tronWeb().defaultAddress.base58 = SECOND;
    provider.emit('accountsChanged', [SECOND]);
    await pass(60_000);
    expect([...provider.listeners.values()].every((listeners) => listeners.size === 0)).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the network', () => {
  test('is asked of the chain, once for each tronWeb and node', async () => {
    const wallet = await connected();
    const getBlock = vi.spyOn(tronWeb().trx, 'getBlockByNumber' as never);
    expect([await wallet.network(), await wallet.network()]).toEqual(['0x2b6653dc', '0x2b6653dc']);
    expect(getBlock).toHaveBeenCalledOnce();
    tronWeb().fullNode.host = 'https://other.example';
    await wallet.network();
    expect(getBlock).toHaveBeenCalledTimes(2);
    provider.tronWeb = createTronWeb(FIRST, 'cd8690dc');
    expect(await wallet.network()).toBe('0xcd8690dc');
  });

  test.each<[string, () => void]>([
    ['its tronWeb is replaced', () => (provider.tronWeb = createTronWeb(FIRST, 'cd8690dc'))],
    [
      'its tronWeb goes to another node',
      () => {
        tronWeb().fullNode.host = 'https://other.example';
        tronWeb().trx = createTronWeb(FIRST, 'cd8690dc').trx;
      },
    ],
  ])('is asked for again when %s meanwhile', async (_what, change) => {
    const wallet = await connected();
    const asked = wallet.network();
    change();
    expect(await asked).toBe('0xcd8690dc');
  });

  test('is unknown of a wallet that never has the same tronWeb twice', async () => {
    const wallet = await connected();
    Object.defineProperty(provider, 'tronWeb', { get: () => createTronWeb(FIRST) });
    expect(await wallet.network()).toBeNull();
  });

  test.each<[string, () => unknown]>([
    ['there is no answer', () => new Promise(() => undefined)],
    ['the page may not ask', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the answer has no id', () => ({})],
    ['the id is none', () => ({ blockID: 'deadbeef' })],
    ['there is no answer', () => undefined],
  ])('is unknown when %s, and asked for again', async (_what, getBlockByNumber) => {
    const wallet = await connected();
    tronWeb().trx = { getBlockByNumber };
    expect(await settle(wallet.network())).toBeNull();
    tronWeb().trx = createTronWeb(FIRST).trx;
    expect(await wallet.network()).toBe('0x2b6653dc');
  });
});

/** SPEC section 8, thrown errors. */
describe('the reason of a refusal', () => {
  const connectTo = (request: () => unknown): ReturnType<Wallet['connect']> => {
    provider.request = request;
    announce(page, provider);
    return settle(create().connect());
  };

  test.each<[string, string, () => Promise<unknown>]>([
    ['TronLink not available', 'there is no wallet', () => settle(create().connect())],
    ['No accounts returned', 'the wallet gives none', () => connectTo(() => [])],
    ['TronWeb not ready', 'the wallet agrees and sets none', () => connectTo(() => [FIRST])],
    [
      'Please unlock your TronLink wallet',
      'it is locked',
      async () => {
        const wallet = await connected();
        provider.tronWeb = false;
        return wallet.signMessage('hello');
      },
    ],
    [
      'Direct transaction not supported in this mode',
      'it signs no transactions',
      async () => {
        vi.useRealTimers();
        const wallet = await connected();
        tronWeb().trx = {};
        return wallet.pay(order);
      },
    ],
  ])('says %j when %s', async (reason, _when, refuse) => {
    expect(await refuse()).toMatchObject({ ok: false, error: { reason } });
  });
});

describe('the balance', () => {
  test('is what the newest block says', async () => {
    const wallet = await connected();
    tronWeb().trx = { getUnconfirmedBalance: async () => 7, getBalance: async () => 3 };
    expect(await wallet.balance()).toEqual({ ok: true, value: 7 });
  });

  test('is the final one where there is no other', async () => {
    const wallet = await connected();
    tronWeb().trx = { getBalance: async () => 3 };
    expect(await wallet.balance()).toEqual({ ok: true, value: 3 });
  });

  test.each([1.5, -1, '7', null, 2 ** 53, Number.NaN])('is no balance: %s', async (balance) => {
    const wallet = await connected();
    tronWeb().trx = { getBalance: async () => balance };
    expect(await wallet.balance()).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_INCOMPATIBLE' } });
  });
});

describe('signing a text', () => {
  const signature = `0x${'ab'.repeat(65)}`;

  test('asks the tronWeb there is now', async () => {
    const wallet = await connected();
    provider.tronWeb = { ...createTronWeb(FIRST), trx: { signMessageV2: async () => signature } };
    expect(await wallet.signMessage('hello')).toEqual({ ok: true, value: signature });
  });

  test.each<[string, unknown, string]>([
    ['the person refuses', () => Promise.reject(new Error('Confirmation declined by user')), 'ERR_WALLET_REJECTED'],
    ['there is no answer', () => new Promise(() => undefined), 'ERR_WALLET_TIMEOUT'],
    ['the wallet is too old', undefined, 'ERR_WALLET_INCOMPATIBLE'],
    ['the answer is no signature', () => '0x00', 'ERR_WALLET_INCOMPATIBLE'],
  ])('ends in a coded error when %s', async (_what, signMessageV2, code) => {
    const wallet = await connected();
    tronWeb().trx = { signMessageV2 };
    expect(await settle(wallet.signMessage('hello'))).toMatchObject({ ok: false, error: { code } });
  });
});

describe('paying', () => {
  const signature = ['ab'.repeat(65)];

  // The hash is made by the platform, in its own time.
  beforeEach(() => {
    vi.useRealTimers();
  });

  test('gives the transaction and the signature', async () => {
    const wallet = await connected({ chainId: '0x2b6653dc' });
    tronWeb().trx['sign'] = async (transaction: object) => ({ ...transaction, signature });
    const paid = await wallet.pay(order);
    expect(paid.ok && JSON.parse(paid.value.signed)).toEqual({ ...(JSON.parse(order.unsigned) as object), signature });
  });

  test('continues when the network is unknown', async () => {
    const wallet = await connected({ chainId: '0x2b6653dc' });
    tronWeb().trx = { sign: async (transaction: object) => ({ ...transaction, signature }) };
    expect(await wallet.pay(order)).toMatchObject({ ok: true });
  });

  test.each<[string, () => void, string]>([
    ['the account is another one', () => (tronWeb().defaultAddress.base58 = SECOND), 'ERR_WALLET_ACCOUNT'],
    ['the wallet is locked', () => (provider.tronWeb = false), 'ERR_WALLET_LOCKED'],
    ['the network is another one', () => (tronWeb().fullNode.host = 'https://other.example'), 'ERR_WALLET_NETWORK'],
  ])('opens no prompt when %s', async (_what, change, code) => {
    const wallet = await connected({ chainId: '0x2b6653dc' });
    const sign = vi.fn<() => void>();
    tronWeb().trx = { ...createTronWeb(FIRST, 'cd8690dc').trx, sign };
    change();
    expect(await wallet.pay(order)).toMatchObject({ ok: false, error: { code } });
    expect(sign).not.toHaveBeenCalled();
  });

  test('opens no prompt when the network changes while it is being read', async () => {
    const wallet = await connected({ chainId: '0x2b6653dc' });
    const sign = vi.fn<() => void>();
    const other = createTronWeb(FIRST, 'cd8690dc');
    other.trx['sign'] = sign;
    tronWeb().trx['getBlockByNumber'] = async () => {
      provider.tronWeb = other;
      return { blockID: `${'0'.repeat(56)}2b6653dc` };
    };
    expect(await wallet.pay(order)).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_NETWORK' } });
    expect(sign).not.toHaveBeenCalled();
  });

  test('opens no prompt when the account changes while the order is checked', async () => {
    const wallet = await connected();
    const sign = vi.fn<() => void>();
    tronWeb().trx['sign'] = sign;
    const paid = wallet.pay(order);
    tronWeb().defaultAddress.base58 = SECOND;
    expect(await paid).toMatchObject({ ok: false, error: { code: 'ERR_WALLET_ACCOUNT' } });
    expect(sign).not.toHaveBeenCalled();
  });

  test.each<[string, (transaction: { raw_data: { expiration: number } }) => unknown, string]>([
    ['writes into what it was given', (t) => Object.assign(t, { txID: '00', signature }), 'ERR_WALLET_PAYMENT'],
    ['signs something else', (t) => ({ ...t, raw_data_hex: '00', signature }), 'ERR_WALLET_PAYMENT'],
    ['signs nothing', (t) => t, 'ERR_WALLET_PAYMENT'],
    ['throws a text', () => Promise.reject('Confirmation declined by user'), 'ERR_WALLET_REJECTED'],
    [
      'throws a trap',
      () => Promise.reject(new Proxy({}, { getPrototypeOf: () => expect.unreachable('careless') })),
      'ERR_WALLET_INCOMPATIBLE',
    ],
  ])('ends in a coded error when the wallet %s', async (_what, sign, code) => {
    const wallet = await connected();
    tronWeb().trx['sign'] = sign;
    expect(await wallet.pay(order)).toMatchObject({ ok: false, error: { code } });
  });

  test('is not possible outside a secure context, which is said', async () => {
    const wallet = await connected();
    vi.stubGlobal('crypto', {});
    const reason = 'A payment can be checked only on a secure page: https, or localhost.';
    expect(await wallet.pay(order)).toEqual({ ok: false, error: { code: 'ERR_WALLET_INCOMPATIBLE', reason } });
    vi.unstubAllGlobals();
  });
});

describe('the link into the phone app', () => {
  test('opens the page in its browser', () => {
    const link = create().deepLink('https://play.example/arena?a=1&b=ü#c') ?? '';
    expect(link).toMatch(/^tronlinkoutside:\/\/pull\.activity\?param=%7B/);
    expect(JSON.parse(new URL(link).searchParams.get('param') ?? '')).toEqual({
      url: 'https://play.example/arena?a=1&b=%C3%BC#c',
      action: 'open',
      protocol: 'tronlink',
      version: '1.0',
    });
  });

  test.each(['', 'play.example', 'javascript:alert(1)', 'file:///etc/passwd'])('is none for %s', (url) => {
    expect(create().deepLink(url)).toBeNull();
  });
});
