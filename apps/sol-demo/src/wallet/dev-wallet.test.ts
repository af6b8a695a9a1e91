import { describeWallet, type UserAnswer } from '@popfray/chain/conformance';
import { err, ok } from '@popfray/engine/result';
import { createDevWallet, DEMO_CHAIN_ID } from './dev-wallet.ts';
import { accountOf, isSignedBy } from './keys.ts';
import { idOf, parseSignedPayment } from './demo-payment.ts';

const accounts = [accountOf(new Uint8Array(32).fill(1)), accountOf(new Uint8Array(32).fill(2))] as const;
const BALANCE = 5_000_000_000;

describeWallet("the other chain's dev wallet", {
  async setUp({ isPresent, approvalTimeoutMs }) {
    let nextAnswer: UserAnswer = 'yes';
    let questions = 0;
    const open = new Set<(isAgreed: boolean) => void>();
    const wallet = createDevWallet({
      accounts,
      isPresent,
      approvalTimeoutMs,
      balance: BALANCE,
      ask() {
        questions += 1;
        if (nextAnswer !== 'nothing') return Promise.resolve(nextAnswer === 'yes');
        return new Promise((resolve) => open.add(resolve));
      },
    });
    return {
      wallet,
      accounts: [accounts[0].address, accounts[1].address],
      balance: BALANCE,
      now: () => Date.now(),
      node: {
        chainId: async () => ok(DEMO_CHAIN_ID),
        async buildPayment({ from, to, amount, timestampMs, expiresAtMs }) {
          const unsigned = JSON.stringify({ from, to, amount, createdAt: timestampMs, expiresAt: expiresAtMs });
          return ok({ unsigned, txid: idOf(unsigned), expiresAtMs });
        },
        checkSigned(unsigned, signed) {
          const read = parseSignedPayment(signed);
          if (read === null) return err('ERR_SIGNED_MALFORMED');
          return read.unsigned === unsigned ? ok({ txid: idOf(unsigned) }) : err('ERR_SIGNED_OTHER');
        },
        findPayment: async () => ok({ state: 'absent' }),
        recoverSigner: (text, signature) =>
          accounts.find(({ address }) => isSignedBy(text, signature, address))?.address ?? null,
      },
      user: {
        willAnswer(answer) {
          nextAnswer = answer;
          if (answer === 'nothing') return;
          for (const resolve of open) resolve(answer === 'yes');
          open.clear();
        },
        questions: () => questions,
        lock: async () => wallet.lock(),
        unlock: async () => wallet.unlock(),
        choose: async (address) => wallet.choose(address),
      },
      install: async () => wallet.setPresent(true),
      uninstall: async () => wallet.setPresent(false),
      close: async () => undefined,
    };
  },
});
