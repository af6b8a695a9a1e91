import { describeWallet } from '@popfray/chain/conformance';
import { afterAll, beforeAll, vi } from 'vitest';
import { commands } from 'vitest/browser';
import { createTronLinkWallet } from '../browser/index.ts';
import { installDevWallet, type DevWallet } from './index.ts';
import { reachChain, type TestChain } from './chain.fixture.ts';
import { choose, pressInPanel, answerQuestions, storageOf } from './wallet-user.fixture.ts';

/** Sun in the first account. */
const BALANCE = 5_000_000;

let chain: TestChain;

beforeAll(async () => {
  chain = reachChain(await commands.startChain());
  await chain.node.prepare();
  // Payments are built on a final block that is later than the first.
  await chain.mine(4);
});

afterAll(() => commands.stopChain(chain.url));

describeWallet('TronLink by the dev wallet', {
  async setUp({ isPresent, approvalTimeoutMs }) {
    const first = await chain.createAccount('First', BALANCE);
    const second = await chain.createAccount('Second', 0);
    const storage = storageOf([first, second]);
    let installed: DevWallet | null = null;
    const install = (): void => {
      installed = installDevWallet({ nodeUrl: chain.url, storage });
    };
    const uninstall = (): void => {
      installed?.uninstall();
      installed = null;
    };
    if (isPresent) install();
    // One of the suite's listeners throws on purpose, so its report is silenced.
    const report = vi.spyOn(globalThis, 'reportError').mockReturnValue();
    const wallet = createTronLinkWallet({
      isDevWalletWelcome: true,
      timeouts: { discoverMs: 300, connectMs: approvalTimeoutMs, signMs: approvalTimeoutMs },
    });
    const user = answerQuestions();
    return {
      wallet,
      accounts: [first.address, second.address],
      balance: BALANCE,
      node: chain.node,
      now: Date.now,
      user: {
        willAnswer: user.willAnswer,
        questions: user.questions,
        lock: async () => pressInPanel('Lock'),
        unlock: async () => pressInPanel('Unlock'),
        choose: async (address) => choose(address),
      },
      install: async () => install(),
      uninstall: async () => uninstall(),
      async close() {
        user.stop();
        uninstall();
        report.mockRestore();
      },
    };
  },
});
