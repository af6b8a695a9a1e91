import { describe, expect, it } from 'vitest';
import { ok } from '@popfray/engine/result';
import { describeWallet, WALLET_CASES } from './describe-wallet.ts';
import { createMemoryWallet, type MakeDefective } from './memory-wallet.fixture.ts';

describeWallet('a wallet in memory', { setUp: (options) => createMemoryWallet(options), hasNetworks: true });

/** Whether a defective wallet passes the case of this title. */
async function passes(title: string, makeDefective: MakeDefective): Promise<boolean> {
  const found = WALLET_CASES.find((each) => each.title === title);
  if (!found) throw new Error(`there is no case ${title}`);
  try {
    await found.run(await createMemoryWallet(found, makeDefective));
    return true;
  } catch {
    return false;
  }
}

describe('the suite for wallets', () => {
  const defects: readonly (readonly [string, string, MakeDefective])[] = [
    [
      'pays without looking what',
      'does not ask for a payment that is not what the user would be told',
      (wallet) => ({ pay: (order) => wallet.pay({ ...order, amount: 7 }) }),
    ],
    [
      'signs text that is hex as bytes',
      'signs a text exactly as it stands',
      (wallet) => ({ signMessage: (text) => wallet.signMessage(text.startsWith('0x') ? '\u001E' : text) }),
    ],
    [
      'trims what it signs',
      'signs a text exactly as it stands',
      (wallet) => ({ signMessage: (text) => wallet.signMessage(text.trim()) }),
    ],
    [
      'tells everything twice',
      'tells each change of account once: chosen, locked, unlocked',
      (wallet) => ({
        listen: (listener) =>
          wallet.listen((event) => {
            listener(event);
            listener(event);
          }),
      }),
    ],
    [
      'tells nothing',
      'tells each change of account once: chosen, locked, unlocked',
      () => ({ listen: () => () => undefined }),
    ],
    [
      'never stops telling',
      'does not call a listener that was removed',
      (wallet) => ({
        listen(listener) {
          wallet.listen(listener);
          return () => undefined;
        },
      }),
    ],
    [
      'believes that it is still connected',
      'forgets the connection when the page says so, and connects again',
      () => ({ disconnect: () => undefined }),
    ],
    [
      'takes a refusal for an absence',
      'stays unconnected when the user refuses, and can be asked again',
      (wallet) => ({
        async connect() {
          const answer = await wallet.connect();
          return answer.ok ? answer : { ok: false, error: { code: 'ERR_WALLET_ABSENT', reason: '' } };
        },
      }),
    ],
    [
      'throws',
      'does not sign what the user refuses, nor while it is locked',
      (wallet) => ({
        async signMessage(text) {
          const answer = await wallet.signMessage(text);
          if (!answer.ok) throw new Error(answer.error.code);
          return answer;
        },
      }),
    ],
    [
      'makes balances up',
      'tells the id of its chain and the balance of its account',
      () => ({ balance: async () => ok(0) }),
    ],
    [
      'is sure to be there',
      'is not found where there is none, and everything it is asked says so',
      (wallet) => ({ status: () => ({ ...wallet.status(), isInstalled: true }) }),
    ],
  ];

  // At once, for some wait a while for what never comes.
  it.concurrent.for(defects)('notices a wallet that %s', async ([, title, makeDefective]) => {
    expect(await passes(title, () => ({}))).toBe(true);
    expect(await passes(title, makeDefective)).toBe(false);
  });
});
