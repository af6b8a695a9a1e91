import { createTronLinkWallet } from '@popfray/tron/browser';
import { describe, expect, test, vi } from 'vitest';
import { CHAIN, installTronLink, type TestPage } from '../../testing/tronlink.ts';
import { diagnose, verdictOf, type Diagnosis, type DiagnosisParts } from './diagnostics.ts';

/** Timeouts of the wallet and the node in these tests, ms. */
const LIMIT_MS = 300;
const NOW = 1_790_000_000_000;

/** Timers of this process instead of a window's. */
const timers = {
  setTimeout: (call: () => void, delayMs: number) => Number(setTimeout(call, delayMs)),
  clearTimeout: (timer: number) => clearTimeout(timer),
};

const block = (): Promise<Response> => Promise.resolve(Response.json({ blockID: '00' }));
/** A node that accepts the request and never answers. */
const silence: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late'))));

const walletOf = (page: TestPage) =>
  createTronLinkWallet({
    page: page as unknown as Window,
    timers,
    chainId: CHAIN,
    timeouts: { discoverMs: LIMIT_MS, nodeMs: LIMIT_MS },
  });

/** Diagnosis of a page. The network is reachable unless a test sets another `fetch`. */
function examine(page: TestPage, parts: Partial<DiagnosisParts> = {}): Promise<Diagnosis> {
  return diagnose({
    wallet: walletOf(page),
    chainId: CHAIN,
    nodeUrl: 'https://node.example',
    now: () => NOW,
    limitMs: LIMIT_MS,
    fetch: block,
    ...parts,
  });
}

/** A page with an unlocked TronLink. */
function unlocked(): ReturnType<typeof installTronLink> {
  const installed = installTronLink();
  installed.tron.switchTo(installed.tron.account);
  return installed;
}

const GOOD: Diagnosis = {
  extensionInstalled: true,
  apiCompatible: true,
  networkConnected: true,
  extensionVersion: null,
  lastChecked: NOW,
  isUnlocked: true,
  network: 'expected',
};

describe('the diagnosis of a page', () => {
  test('with TronLink unlocked on the right network finds nothing wrong', async () => {
    const found = await examine(unlocked().page);
    expect(found).toEqual(GOOD);
    expect(verdictOf(found)).toBe('checked');
  });

  test('gives the network three seconds to answer', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout');
    const wallet = walletOf(unlocked().page);
    await diagnose({ wallet, chainId: CHAIN, nodeUrl: 'https://node.example', now: () => NOW, fetch: block });
    expect(timeout.mock.calls).toEqual([[3_000]]);
    timeout.mockRestore();
  });

  test('contains the version of the extension', async () => {
    const { page, tron } = unlocked();
    Object.assign(tron, { version: '4.3.1' });
    expect(await examine(page)).toEqual({ ...GOOD, extensionVersion: '4.3.1' });
  });

  test('without an extension says that it is missing, and still checks the network', async () => {
    const found = await examine(new EventTarget());
    expect(found).toMatchObject({ extensionInstalled: false, apiCompatible: false, networkConnected: true });
    expect(verdictOf(found)).toBe('missing');
  });

  test('finds an extension that is injected late', async () => {
    const { tron } = installTronLink();
    const page: TestPage = new EventTarget();
    setTimeout(() => Object.assign(page, { tron }), LIMIT_MS / 3);
    expect(await examine(page)).toMatchObject({ extensionInstalled: true, apiCompatible: true });
  });

  test('with an extension of an old API says so', async () => {
    const { page, tron } = installTronLink();
    Object.assign(tron, { request: undefined });
    const found = await examine(page);
    expect(found).toMatchObject({ extensionInstalled: true, apiCompatible: false });
    expect(verdictOf(found)).toBe('incompatible');
  });

  test('with a locked extension has no network of the wallet', async () => {
    expect(await examine(installTronLink().page)).toEqual({ ...GOOD, isUnlocked: false, network: 'unknown' });
  });

  test('notices another network', async () => {
    const { page, tron } = unlocked();
    tron.leaveChain();
    expect(await examine(page)).toEqual({ ...GOOD, network: 'other' });
  });

  test('before the server has named its network compares nothing', async () => {
    expect(await examine(unlocked().page, { chainId: null, nodeUrl: null })).toEqual({ ...GOOD, network: 'unknown' });
  });

  test.each<[string, typeof fetch]>([
    ['refuses', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['says nothing', silence],
    ['shows an error page', () => Promise.resolve(new Response('<html>', { status: 502 }))],
    ['answers something else', () => Promise.resolve(Response.json({ Error: 'rate' }))],
    ['answers what is no JSON', () => Promise.resolve(new Response('<html>'))],
  ])('of a network whose node %s says that it cannot be reached', async (_, get) => {
    expect(await examine(installTronLink().page, { fetch: get })).toMatchObject({ networkConnected: false });
  });

  test('whose wallet has a node that never answers has a timeout', async () => {
    const { page, tron } = unlocked();
    Object.assign(tron, {
      tronWeb: {
        defaultAddress: { base58: tron.account },
        trx: { getBlockByNumber: () => new Promise(() => undefined) },
      },
    });
    expect(await examine(page)).toEqual({ ...GOOD, network: 'silent' });
    expect(await examine(page, { fetch: silence })).toEqual({ ...GOOD, network: 'silent', networkConnected: false });
  });
});
