import { err, ok, type Result } from '@popfray/engine/result';
import type { Wallet, WalletError, WalletErrorCode, WalletEvent, WalletStatus } from '../wallet.ts';
import { account, readUnsigned, setPaperStage, signText } from './paper-chain.fixture.ts';
import type { PersonAnswer, WalletScene, WalletStage } from './wallet-stage.ts';

/** What can be done to a wallet before it is tested, to see whether the suite notices. */
export type Spoil = (wallet: Wallet) => Partial<Wallet>;

/** Sets a stage with a wallet of paper, which has been spoilt in one way or none. */
export async function setPaperWalletStage(scene: WalletScene, spoil: Spoil = () => ({})): Promise<WalletStage> {
  const chain = await setPaperStage();
  const accounts = [account('alice'), account('bob')] as const;
  const [first] = accounts;
  const keys = new Map(accounts.map(({ address, privateKey }) => [address, privateKey]));

  let isInstalled = scene.isPresent;
  let isLocked = false;
  let isConnected = false;
  let chosen: string = first.address;
  let chainId = chain.chainId;
  let will: PersonAnswer = 'yes';
  let questions = 0;
  const open = new Set<(answer: PersonAnswer) => void>();
  const listeners = new Set<(event: WalletEvent) => void>();
  let told: string | null = null;

  const refuse = (code: WalletErrorCode): Result<never, WalletError> => err({ code, reason: '' });
  const speaker = (): string | null => (isInstalled && isConnected && !isLocked ? chosen : null);

  const emit = (event: WalletEvent): void => {
    for (const listener of listeners) {
      try {
        listener(event);
      } catch {
        // The listener's own trouble.
      }
    }
  };

  const tellAccount = (): void => {
    const address = speaker();
    if (address === told) return;
    told = address;
    emit({ type: 'account', address });
  };

  /** Asks the person; an error when they refuse, or do not answer in time. */
  async function ask(): Promise<Result<null, WalletError>> {
    questions += 1;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const answer = await new Promise<PersonAnswer>((resolve) => {
      timer = setTimeout(() => resolve('nothing'), scene.patienceMs);
      if (will === 'nothing') open.add(resolve);
      else resolve(will);
    });
    clearTimeout(timer);
    if (answer === 'yes') return ok(null);
    return refuse(answer === 'no' ? 'ERR_WALLET_REJECTED' : 'ERR_WALLET_TIMEOUT');
  }

  /** The account that can be asked to do something. */
  function ready(): Result<string, WalletError> {
    if (!isInstalled) return refuse('ERR_WALLET_ABSENT');
    const address = speaker();
    return address === null ? refuse('ERR_WALLET_LOCKED') : ok(address);
  }

  const status = (): WalletStatus => ({
    isInstalled,
    isCompatible: isInstalled,
    address: speaker(),
    name: isInstalled ? 'Paper' : null,
    version: null,
  });

  const wallet: Wallet = {
    downloadUrl: 'https://paper.example/wallet',
    deepLink: () => null,
    discover: async () => status(),
    status,
    async connect() {
      if (!isInstalled) return refuse('ERR_WALLET_ABSENT');
      if (speaker() === null) {
        const asked = await ask();
        if (!asked.ok) return asked;
      }
      [isConnected, isLocked] = [true, false];
      told = chosen;
      return ok(chosen);
    },
    disconnect() {
      isConnected = false;
      told = null;
    },
    network: async () => (isInstalled ? chainId : null),
    async balance() {
      const who = ready();
      if (!who.ok) return who;
      const balance = await chain.node.balance(who.value);
      return balance.ok ? balance : refuse('ERR_WALLET_TIMEOUT');
    },
    async signMessage(text) {
      const who = ready();
      if (!who.ok) return who;
      const asked = await ask();
      return asked.ok ? ok(signText(text, keys.get(who.value) ?? '')) : asked;
    },
    async pay({ from, to, amount, unsigned }) {
      const who = ready();
      if (!who.ok) return who;
      const paper = readUnsigned(unsigned);
      const isHonest = paper?.from === from && paper.to === to && paper.amount === amount;
      if (!isHonest) return refuse('ERR_WALLET_PAYMENT');
      if (from !== who.value) return refuse('ERR_WALLET_ACCOUNT');
      const asked = await ask();
      if (!asked.ok) return asked;
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
    wallet: { ...wallet, ...spoil(wallet) },
    accounts: [accounts[0].address, accounts[1].address],
    balance: 1_000_000_000,
    node: chain.node,
    now: chain.now,
    person: {
      willAnswer(answer) {
        will = answer;
        if (answer === 'nothing') return;
        for (const resolve of open) resolve(answer);
        open.clear();
      },
      questions: () => questions,
      async lock() {
        isLocked = true;
        tellAccount();
      },
      async unlock() {
        isLocked = false;
        tellAccount();
      },
      async choose(address) {
        chosen = address;
        tellAccount();
      },
    },
    enter: () => setInstalled(true),
    leave: () => setInstalled(false),
    async switchNetwork() {
      chainId = 'stone';
      emit({ type: 'network', chainId });
      return chainId;
    },
    close: chain.close,
  };
}
