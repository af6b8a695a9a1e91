import { err, ok, type Result } from '@popfray/engine/result';
import type { Wallet, WalletError, WalletErrorCode, WalletEvent, WalletStatus } from '../wallet.ts';
import { account, readUnsigned, createMemoryChain, signText } from './memory-chain.fixture.ts';
import type { UserAnswer, WalletFixtureOptions, WalletFixture } from './wallet-fixture.ts';

/** Returns methods that replace those of a wallet. */
export type MakeDefective = (wallet: Wallet) => Partial<Wallet>;

/** Creates a fixture with a wallet in memory. `makeDefective` replaces methods of it, so that a test sees whether the suite notices. */
export async function createMemoryWallet(
  options: WalletFixtureOptions,
  makeDefective: MakeDefective = () => ({}),
): Promise<WalletFixture> {
  const chain = await createMemoryChain();
  const accounts = [account('alice'), account('bob')] as const;
  const [first] = accounts;
  const keys = new Map(accounts.map(({ address, privateKey }) => [address, privateKey]));

  let isInstalled = options.isPresent;
  let isLocked = false;
  let isConnected = false;
  let chosen: string = first.address;
  let chainId = chain.chainId;
  let nextAnswer: UserAnswer = 'yes';
  let questions = 0;
  const open = new Set<(answer: UserAnswer) => void>();
  const listeners = new Set<(event: WalletEvent) => void>();
  let reportedAddress: string | null = null;

  const refuse = (code: WalletErrorCode): Result<never, WalletError> => err({ code, reason: '' });
  const activeAddress = (): string | null => (isInstalled && isConnected && !isLocked ? chosen : null);

  const emit = (event: WalletEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // The error of a listener must not affect the others.
      }
    }
  };

  const reportAccount = (): void => {
    const address = activeAddress();
    if (address === reportedAddress) return;
    reportedAddress = address;
    emit({ type: 'account', address });
  };

  /** Asks the user. Returns an error when the user refuses, or does not answer in time. */
  async function ask(): Promise<Result<null, WalletError>> {
    questions += 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = await new Promise<UserAnswer>((resolve) => {
      timer = setTimeout(() => resolve('nothing'), options.approvalTimeoutMs);
      if (nextAnswer === 'nothing') open.add(resolve);
      else resolve(nextAnswer);
    });
    clearTimeout(timer);
    if (answer === 'yes') return ok(null);
    return refuse(answer === 'no' ? 'ERR_WALLET_REJECTED' : 'ERR_WALLET_TIMEOUT');
  }

  /** The connected account, or the error of a wallet without one. */
  function connectedAddress(): Result<string, WalletError> {
    if (!isInstalled) return refuse('ERR_WALLET_ABSENT');
    const address = activeAddress();
    return address === null ? refuse('ERR_WALLET_LOCKED') : ok(address);
  }

  const status = (): WalletStatus => ({
    isInstalled,
    isCompatible: isInstalled,
    address: activeAddress(),
    name: isInstalled ? 'Memory wallet' : null,
    version: null,
  });

  const wallet: Wallet = {
    downloadUrl: 'https://memory.example/wallet',
    deepLink: () => null,
    discover: async () => status(),
    status,
    async connect() {
      if (!isInstalled) return refuse('ERR_WALLET_ABSENT');
      if (activeAddress() === null) {
        const approval = await ask();
        if (!approval.ok) return approval;
      }
      [isConnected, isLocked] = [true, false];
      reportedAddress = chosen;
      return ok(chosen);
    },
    disconnect() {
      isConnected = false;
      reportedAddress = null;
    },
    network: async () => (isInstalled ? chainId : null),
    async balance() {
      const address = connectedAddress();
      if (!address.ok) return address;
      const balance = await chain.node.balance(address.value);
      return balance.ok ? balance : refuse('ERR_WALLET_TIMEOUT');
    },
    async signMessage(text) {
      const address = connectedAddress();
      if (!address.ok) return address;
      const approval = await ask();
      return approval.ok ? ok(signText(text, keys.get(address.value) ?? '')) : approval;
    },
    async pay({ from, to, amount, unsigned }) {
      const address = connectedAddress();
      if (!address.ok) return address;
      const payment = readUnsigned(unsigned);
      const isHonest = payment?.from === from && payment.to === to && payment.amount === amount;
      if (!isHonest) return refuse('ERR_WALLET_PAYMENT');
      if (from !== address.value) return refuse('ERR_WALLET_ACCOUNT');
      const approval = await ask();
      if (!approval.ok) return approval;
      const signed = chain.node.signPayment(unsigned, keys.get(from) ?? '');
      const check = chain.node.checkSigned(unsigned, signed);
      return check.ok ? ok({ txid: check.value.txid, signed }) : refuse('ERR_WALLET_INCOMPATIBLE');
    },
    listen(onEvent) {
      const listener = (event: WalletEvent): void => onEvent(event);
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };

  const setInstalled = async (value: boolean): Promise<void> => {
    isInstalled = value;
    emit({ type: 'presence', isInstalled });
  };

  return {
    wallet: { ...wallet, ...makeDefective(wallet) },
    accounts: [accounts[0].address, accounts[1].address],
    balance: 1_000_000_000,
    node: chain.node,
    now: chain.now,
    user: {
      willAnswer(answer) {
        nextAnswer = answer;
        if (answer === 'nothing') return;
        for (const resolve of open) resolve(answer);
        open.clear();
      },
      questions: () => questions,
      async lock() {
        isLocked = true;
        reportAccount();
      },
      async unlock() {
        isLocked = false;
        reportAccount();
      },
      async choose(address) {
        chosen = address;
        reportAccount();
      },
    },
    install: () => setInstalled(true),
    uninstall: () => setInstalled(false),
    async switchNetwork() {
      chainId = 'another-chain';
      emit({ type: 'network', chainId });
      return chainId;
    },
    close: chain.close,
  };
}
