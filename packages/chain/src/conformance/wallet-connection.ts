import { expect } from 'vitest';
import type { WalletEvent } from '../wallet.ts';
import { there, type WalletCase } from './wallet-case.ts';
import { AMOUNT, connect, eventually, expectRefusal, record } from './wallet-moves.ts';

/** ms that an implementation waits in the case of a person who never answers. */
const SHORT_PATIENCE_MS = 300;

const absent = { ...there, isPresent: false };

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
    async run(stage) {
      const {
        wallet,
        accounts: [first],
      } = stage;
      expect((await wallet.discover()).isInstalled).toBe(false);
      const { events, stop } = record(wallet, 'presence');
      await stage.enter();
      await eventually(() => expect(events).toEqual([{ type: 'presence', isInstalled: true }]));
      expect(await wallet.discover()).toMatchObject({ isInstalled: true, isCompatible: true, address: null });
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(events).toHaveLength(1);
      stop();
    },
  },
  {
    ...there,
    title: 'is discovered where it is installed, has no account before it is connected, and opens no prompt for that',
    async run({ wallet, person }) {
      const status = await wallet.discover();
      expect(status).toMatchObject({ isInstalled: true, isCompatible: true, address: null });
      expect(status.name).toEqual(expect.any(String));
      expect(await wallet.discover()).toEqual(status);
      expect(wallet.status()).toEqual(status);
      expect(person.questions()).toBe(0);
    },
  },
  {
    ...there,
    title: 'refuses as locked, without asking, what needs an account before it is connected',
    async run({ wallet, person, accounts: [from, to] }) {
      await wallet.discover();
      expectRefusal(await wallet.balance(), 'ERR_WALLET_LOCKED');
      expectRefusal(await wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expectRefusal(await wallet.pay({ from, to, amount: AMOUNT, unsigned: '{}' }), [
        'ERR_WALLET_LOCKED',
        'ERR_WALLET_PAYMENT',
      ]);
      expect(person.questions()).toBe(0);
    },
  },
  {
    ...there,
    title: 'connects to the chosen account, and again without a new one',
    async run({ wallet, accounts: [first] }) {
      await wallet.discover();
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(wallet.status().address).toBe(first);
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...there,
    title: 'stays unconnected when the person refuses, and can be asked again',
    async run({ wallet, person, accounts: [first] }) {
      await wallet.discover();
      person.willAnswer('no');
      expectRefusal(await wallet.connect(), 'ERR_WALLET_REJECTED');
      expect(wallet.status().address).toBeNull();
      person.willAnswer('yes');
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...there,
    title: 'unlocks on the way when it is locked',
    async run({ wallet, person, accounts: [first] }) {
      await wallet.discover();
      await person.lock();
      expect(wallet.status()).toMatchObject({ isInstalled: true, address: null });
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
    },
  },
  {
    ...there,
    patienceMs: SHORT_PATIENCE_MS,
    title: 'gives up on a person who never answers',
    async run({ wallet, person }) {
      await wallet.discover();
      person.willAnswer('nothing');
      expectRefusal(await wallet.connect(), 'ERR_WALLET_TIMEOUT');
    },
  },
  {
    ...there,
    title: 'forgets the connection when the page says so, and connects again',
    async run(stage) {
      const { wallet } = stage;
      const first = await connect(stage);
      wallet.disconnect();
      expect(wallet.status().address).toBeNull();
      expectRefusal(await wallet.signMessage('hello'), 'ERR_WALLET_LOCKED');
      expect(await wallet.connect()).toEqual({ ok: true, value: first });
      expect(wallet.status().address).toBe(first);
    },
  },
  {
    ...there,
    title: 'tells the id of its chain and the balance of its account',
    async run(stage) {
      await connect(stage);
      const chainId = await stage.node.chainId();
      expect(chainId.ok && (await stage.wallet.network()) === chainId.value).toBe(true);
      expect(await stage.wallet.balance()).toEqual({ ok: true, value: stage.balance });
    },
  },
  {
    ...there,
    needsNetworks: true,
    title: 'tells a change of network once, and the new chain when asked',
    async run(stage) {
      await connect(stage);
      await stage.wallet.network();
      const { events, stop } = record(stage.wallet, 'network');
      const chainId = await stage.switchNetwork?.();
      await eventually(() => expect(events).toEqual([{ type: 'network', chainId }]));
      expect(await stage.wallet.network()).toBe(chainId);
      expect(events).toHaveLength(1);
      stop();
    },
  },
  {
    ...there,
    title: 'tells each change of account once: chosen, locked, unlocked',
    async run(stage) {
      const { wallet, person } = stage;
      const [first, second] = stage.accounts;
      await connect(stage);
      const { events, stop } = record(wallet, 'account');
      const expected: WalletEvent[] = [];
      const changes: readonly [() => Promise<void>, string | null][] = [
        [() => person.choose(second), second],
        [() => person.choose(first), first],
        [() => person.lock(), null],
        [() => person.unlock(), first],
        [() => person.choose(second), second],
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
    ...there,
    title: 'does not call a listener that was removed',
    async run(stage) {
      await connect(stage);
      const gone = record(stage.wallet, 'account');
      const stayed = record(stage.wallet, 'account');
      gone.stop();
      gone.stop();
      await stage.person.choose(stage.accounts[1]);
      await eventually(() => expect(stayed.events).toEqual([{ type: 'account', address: stage.accounts[1] }]));
      expect(gone.events).toEqual([]);
      stayed.stop();
    },
  },
  {
    ...there,
    title: 'outlives a listener that throws',
    async run(stage) {
      await connect(stage);
      const stop = stage.wallet.listen(() => {
        throw new Error('a listener of the page is broken');
      });
      const after = record(stage.wallet, 'account');
      await stage.person.choose(stage.accounts[1]);
      await eventually(() => expect(after.events).toEqual([{ type: 'account', address: stage.accounts[1] }]));
      stop();
      after.stop();
    },
  },
  {
    ...there,
    title: 'says that it is gone when it has been taken away',
    async run(stage) {
      await connect(stage);
      await stage.leave();
      expect(await stage.wallet.discover()).toMatchObject({ isInstalled: false, address: null });
      expectRefusal(await stage.wallet.signMessage('hello'), 'ERR_WALLET_ABSENT');
      expectRefusal(await stage.wallet.connect(), 'ERR_WALLET_ABSENT');
    },
  },
  {
    ...there,
    title: 'says where a person gets it',
    async run({ wallet }) {
      expect(wallet.downloadUrl).toMatch(/^https:\/\/./);
      const link = wallet.deepLink('https://play.example/arena');
      if (link !== null) expect(link).toMatch(/^[a-z][a-z0-9+.-]*:/);
    },
  },
];
