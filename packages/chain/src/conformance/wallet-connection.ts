import { expect } from 'vitest';
import type { WalletEvent } from '../wallet.ts';
import { DEFAULT_OPTIONS, type WalletCase } from './wallet-case.ts';
import { AMOUNT, connect, eventually, expectRefusal, record } from './wallet-steps.ts';

/** How long an implementation waits for a user who never answers, ms. */
const SHORT_TIMEOUT_MS = 300;

const absent = { ...DEFAULT_OPTIONS, isPresent: false };

/** What every wallet must do about being there, being connected, and changing. */
export const CONNECTION_CASES: readonly WalletCase[] = [
  {
    ...absent,
    title: 'is not found where there is none, and everything it is asked says so',
    async run({ wallet, accounts: [from, to] }) {
      expect(await wallet.discover()).toMatchObject({ isInstalled: false, address: null });
      expect(wallet.status()).toMatchObject({ isInstalled: false, address: null });
      expect(await wallet.network()).toBeNull();
      for (const refusal of [
        await wallet.connect(),
        await wallet.balance(),
        await wallet.signMessage('hello'),
        await wallet.pay({ from, to, amount: AMOUNT, unsigned: '{}' }),
      ]) {
        expectRefusal(refusal, 'ERR_WALLET_ABSENT');
      }
    },
  },
  {
    ...absent,
    title: 'is found when it comes late, and that is reported once',
    async run(fixture) {
      const {
        wallet,
        accounts: [first],
      } = fixture;
      expect((await wallet.discover()).isInstalled).toBe(false);
      const { events, stop } = record(wallet, 'presence');
      await fixture.install();
      await eventually(() => expect(events).toEqual([{ type: 'presence', isInstalled: true }]));
      expect(await wallet.discover()).toMatchObject({ isInstalled: true, isCompatible: true, address: null });
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(events).toHaveLength(1);
      stop();
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'is discovered where it is installed, has no account before it is connected, and opens no prompt for that',
    async run({ wallet, user }) {
      const status = await wallet.discover();
      expect(status).toMatchObject({ isInstalled: true, isCompatible: true, address: null });
      expect(status.name).toEqual(expect.any(String));
      expect(await wallet.discover()).toEqual(status);
      expect(wallet.status()).toEqual(status);
      expect(user.questions()).toBe(0);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'refuses as locked, without asking, what needs an account before it is connected',
    async run({ wallet, user, accounts: [from, to] }) {
      await wallet.discover();
      expectRefusal(await wallet.balance(), 'ERR_WALLET_LOCKED');
      expectRefusal(await wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expectRefusal(await wallet.pay({ from, to, amount: AMOUNT, unsigned: '{}' }), [
        'ERR_WALLET_LOCKED',
        'ERR_WALLET_PAYMENT',
      ]);
      expect(user.questions()).toBe(0);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'connects to the chosen account, and again without a new one',
    async run({ wallet, accounts: [first] }) {
      await wallet.discover();
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(wallet.status().address).toBe(first);
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'stays unconnected when the user refuses, and can be asked again',
    async run({ wallet, user, accounts: [first] }) {
      await wallet.discover();
      user.willAnswer('no');
      expectRefusal(await wallet.connect(), 'ERR_WALLET_REJECTED');
      expect(wallet.status().address).toBeNull();
      user.willAnswer('yes');
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'unlocks on the way when it is locked',
    async run({ wallet, user, accounts: [first] }) {
      await wallet.discover();
      await user.lock();
      expect(wallet.status()).toMatchObject({ isInstalled: true, address: null });
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...DEFAULT_OPTIONS,
    approvalTimeoutMs: SHORT_TIMEOUT_MS,
    title: 'gives up on a user who never answers',
    async run({ wallet, user }) {
      await wallet.discover();
      user.willAnswer('nothing');
      expectRefusal(await wallet.connect(), 'ERR_WALLET_TIMEOUT');
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'forgets the connection when the page says so, and connects again',
    async run(fixture) {
      const { wallet } = fixture;
      const first = await connect(fixture);
      wallet.disconnect();
      expect(wallet.status().address).toBeNull();
      expectRefusal(await wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(wallet.status().address).toBe(first);
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'tells the id of its chain and the balance of its account',
    async run(fixture) {
      await connect(fixture);
      const chainId = await fixture.node.chainId();
      expect(chainId.ok && (await fixture.wallet.network()) === chainId.value).toBe(true);
      expect(await fixture.wallet.balance()).toEqual({ ok: true, value: fixture.balance });
    },
  },
  {
    ...DEFAULT_OPTIONS,
    needsNetworks: true,
    title: 'tells a change of network once, and the new chain when asked',
    async run(fixture) {
      await connect(fixture);
      await fixture.wallet.network();
      const { events, stop } = record(fixture.wallet, 'network');
      const chainId = await fixture.switchNetwork?.();
      await eventually(() => expect(events).toEqual([{ type: 'network', chainId }]));
      expect(await fixture.wallet.network()).toBe(chainId);
      expect(events).toHaveLength(1);
      stop();
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'tells each change of account once: chosen, locked, unlocked',
    async run(fixture) {
      const { wallet, user } = fixture;
      const [first, second] = fixture.accounts;
      await connect(fixture);
      const { events, stop } = record(wallet, 'account');
      const expected: WalletEvent[] = [];
      const changes: readonly [() => Promise<void>, string | null][] = [
        [() => user.choose(second), second],
        [() => user.choose(first), first],
        [() => user.lock(), null],
        [() => user.unlock(), first],
        [() => user.choose(second), second],
      ];
      for (const [change, address] of changes) {
        await change();
        expected.push({ type: 'account', address });
        await eventually(() => expect(events).toEqual(expected));
        expect(wallet.status().address).toBe(address);
      }
      stop();
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'does not call a listener that was removed',
    async run(fixture) {
      await connect(fixture);
      const removed = record(fixture.wallet, 'account');
      const remaining = record(fixture.wallet, 'account');
      removed.stop();
      removed.stop();
      await fixture.user.choose(fixture.accounts[1]);
      await eventually(() => expect(remaining.events).toEqual([{ type: 'account', address: fixture.accounts[1] }]));
      expect(removed.events).toEqual([]);
      remaining.stop();
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'outlives a listener that throws',
    async run(fixture) {
      await connect(fixture);
      const stop = fixture.wallet.listen(() => {
        throw new Error('a listener of the page is broken');
      });
      const after = record(fixture.wallet, 'account');
      await fixture.user.choose(fixture.accounts[1]);
      await eventually(() => expect(after.events).toEqual([{ type: 'account', address: fixture.accounts[1] }]));
      stop();
      after.stop();
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'says that it is gone when it has been taken away',
    async run(fixture) {
      await connect(fixture);
      await fixture.uninstall();
      expect(await fixture.wallet.discover()).toMatchObject({ isInstalled: false, address: null });
      expectRefusal(await fixture.wallet.signMessage('hello'), 'ERR_WALLET_ABSENT');
      expectRefusal(await fixture.wallet.connect(), 'ERR_WALLET_ABSENT');
    },
  },
  {
    ...DEFAULT_OPTIONS,
    title: 'says where a user gets it',
    async run({ wallet }) {
      expect(wallet.downloadUrl).toMatch(/^https:\/\/./);
      const link = wallet.deepLink('https://play.example/arena');
      if (link !== null) expect(link).toMatch(/^[a-z][a-z0-9+.-]*:/);
    },
  },
];
