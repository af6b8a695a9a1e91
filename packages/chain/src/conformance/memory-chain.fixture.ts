import type {
  BlockTransfers,
  BroadcastVerdict,
  ChainError,
  ChainHead,
  ChainNode,
  PaymentLookup,
  PaymentPlan,
} from '../chain-node.ts';
import { err, ok, type Result } from '@popfray/engine/result';
import type { Account, ChainFixture } from './chain-fixture.ts';

// The smallest implementation of the contract. Its signatures are not secure.

/** 8 hex digits that differ for different texts (FNV-1a). */
function digest(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01_00_01_93);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

const KEY = /^key-([a-z]+)$/;
const ADDRESS = /^mem-([a-z]+)-([0-9a-f]{8})$/;
const SIGNATURE = /^([a-z]+):([0-9a-f]{8})$/;
const TXID = /^tx[0-9a-f]{16}$/;

const addressOfName = (name: string): string => `mem-${name}-${digest(name)}`;

const nameOf = (address: string): string | null => {
  const [, name = '', check] = ADDRESS.exec(address) ?? [];
  return check === digest(name) ? name : null;
};

export const account = (name: string): Account => ({ address: addressOfName(name), privateKey: `key-${name}` });

export function signText(text: string, privateKey: string): string {
  const [, name] = KEY.exec(privateKey) ?? [];
  if (name === undefined) throw new Error('that is no key');
  return `${name}:${digest(`${name}\n${text}`)}`;
}

export function recoverSigner(text: string, signature: string): string | null {
  const [, name = '', hash] = SIGNATURE.exec(signature) ?? [];
  return hash === digest(`${name}\n${text}`) ? addressOfName(name) : null;
}

/** The JSON text of a payment, parsed. */
interface PaymentText {
  readonly plan: PaymentPlan;
  readonly txid: string;
  readonly signature?: string;
}

const txidOf = (plan: PaymentPlan): string => {
  const text = JSON.stringify(plan);
  return `tx${digest(text)}${digest(`${text}!`)}`;
};

function parsePayment(text: string): PaymentText | null {
  try {
    const { plan, txid, signature } = JSON.parse(text) as PaymentText;
    if (txid !== txidOf(plan)) return null;
    return signature === undefined ? { plan, txid } : { plan, txid, signature };
  } catch {
    return null;
  }
}

function parseUnsigned(text: string): PaymentText {
  const payment = parsePayment(text);
  if (!payment || payment.signature !== undefined) throw new TypeError('that is no unsigned payment');
  return payment;
}

/** Returns methods that replace those of a node. */
export type MakeDefective = (node: ChainNode) => Partial<ChainNode>;

interface Entry {
  readonly plan: PaymentPlan;
  blockNumber: number | null;
  readonly kind: 'payment' | 'failed' | 'foreign';
}

/** Parses an unsigned payment; null for any other text. */
export const readUnsigned = (unsigned: string): PaymentPlan | null => parsePayment(unsigned)?.plan ?? null;

/** Creates a fixture with a new chain in memory. `makeDefective` replaces methods of its node, so that a test sees whether the suite notices. */
export async function createMemoryChain(makeDefective: MakeDefective = () => ({})): Promise<ChainFixture> {
  let nowMs = 1_700_000_000_000;
  let failing: ChainError | null = null;
  let fault: 'lose' | 'drop' | null = null;
  const blocks: number[] = [nowMs];
  const entries = new Map<string, Entry>();
  const [payer, pauper, stranger] = [account('alice'), account('bob'), account('carol')];
  const granted = new Map([
    [payer.address, 1_000_000_000],
    [pauper.address, 1],
  ]);

  const solidNumber = (): number => Math.max(0, blocks.length - 2);
  const timeOf = (number: number): number => blocks[number] ?? 0;

  const balanceAt = (address: string, isCounted: (entry: Entry) => boolean): number => {
    let balance = granted.get(address) ?? 0;
    for (const entry of entries.values()) {
      if (entry.kind !== 'payment' || !isCounted(entry)) continue;
      if (entry.plan.from === address) balance -= entry.plan.amount;
      if (entry.plan.to === address) balance += entry.plan.amount;
    }
    return balance;
  };

  const isFinal = ({ blockNumber }: Entry): boolean => blockNumber !== null && blockNumber <= solidNumber();

  const mine = (timestampMs: number): void => {
    nowMs = Math.max(nowMs, timestampMs);
    blocks.push(Math.max(nowMs, timeOf(blocks.length - 1) + 1));
    for (const [txid, entry] of entries) {
      if (entry.blockNumber !== null) continue;
      if (entry.plan.expiresAtMs <= timeOf(blocks.length - 2)) entries.delete(txid);
      else entry.blockNumber = blocks.length - 1;
    }
  };

  const finaliseAt = async (timestampMs: number): Promise<void> => {
    mine(timestampMs);
    mine(timestampMs);
    nowMs = timeOf(blocks.length - 1) + 1;
  };

  const answer = async <Value>(value: () => Value): Promise<Result<Value, ChainError>> =>
    failing ? err(failing) : ok(value());

  const find = (txid: string): PaymentLookup => {
    const entry = entries.get(txid);
    if (!entry) return { state: 'absent' };
    const { plan, blockNumber, kind } = entry;
    if (kind === 'foreign') return { state: 'foreign', reason: 'not a payment' };
    if (blockNumber === null || blockNumber > solidNumber()) return { state: 'pending', blockNumber };
    if (kind === 'failed') return { state: 'failed', blockNumber };
    const { from, to, amount, timestampMs } = plan;
    const transfer = { txid, from, to, amount, timestampMs };
    return { state: 'paid', transfer, blockNumber, blockTimestampMs: timeOf(blockNumber) };
  };

  const transfersOf = (number: number): BlockTransfers | null => {
    if (number > solidNumber()) return null;
    const found = [...entries.keys()].map(find);
    const transfers = found.flatMap((lookup) =>
      lookup.state === 'paid' && lookup.blockNumber === number ? [lookup.transfer] : [],
    );
    return { number, timestampMs: timeOf(number), transfers };
  };

  const accept = (payment: PaymentText | null): BroadcastVerdict => {
    if (!payment || recoverSigner(payment.txid, payment.signature ?? '') !== payment.plan.from) {
      return { verdict: 'invalid', reason: 'it is not signed' };
    }
    const { plan, txid } = payment;
    if (entries.has(txid)) return { verdict: 'known' };
    if (plan.expiresAtMs <= timeOf(blocks.length - 1)) return { verdict: 'expired', reason: 'too late' };
    if (balanceAt(plan.from, () => true) < plan.amount)
      return { verdict: 'unfunded', reason: 'the balance is too small' };
    if (fault !== 'drop') entries.set(txid, { plan, blockNumber: null, kind: 'payment' });
    return { verdict: 'accepted' };
  };

  const node: ChainNode = {
    isAddress: (text) => nameOf(text) !== null,
    addressOf: (privateKey) => {
      const [, name] = KEY.exec(privateKey) ?? [];
      return name === undefined ? null : addressOfName(name);
    },
    chainId: () => answer(() => 'memory'),
    head: () =>
      answer((): ChainHead => {
        const number = blocks.length - 1;
        const solid = solidNumber();
        return { number, timestampMs: timeOf(number), solidNumber: solid, solidTimestampMs: timeOf(solid) };
      }),
    async balance(address) {
      if (nameOf(address) === null) throw new RangeError('that is no address');
      return answer(() => balanceAt(address, isFinal));
    },
    async hasAccount(address) {
      if (nameOf(address) === null) throw new RangeError('that is no address');
      const isPaid = (entry: Entry): boolean => entry.kind === 'payment' && entry.plan.to === address && isFinal(entry);
      return answer(() => granted.has(address) || [...entries.values()].some(isPaid));
    },
    findPayment: (txid) => answer(() => find(txid)),
    async blockTransfers(number) {
      if (!Number.isSafeInteger(number) || number < 0) throw new RangeError('that is no block number');
      return answer(() => transfersOf(number));
    },
    async buildPayment(plan) {
      const { from, to, amount, timestampMs, expiresAtMs } = plan;
      const isPlan =
        nameOf(from) !== null &&
        nameOf(to) !== null &&
        from !== to &&
        [amount, timestampMs, expiresAtMs].every((value) => Number.isSafeInteger(value) && value > 0);
      if (!isPlan) throw new RangeError('that is no payment');
      const txid = txidOf(plan);
      return answer(() => ({ txid, unsigned: JSON.stringify({ plan, txid }), expiresAtMs }));
    },
    signPayment(unsigned, privateKey) {
      const payment = parseUnsigned(unsigned);
      return JSON.stringify({ ...payment, signature: signText(payment.txid, privateKey) });
    },
    checkSigned(unsigned, signed) {
      const { txid } = parseUnsigned(unsigned);
      const payment = parsePayment(signed);
      if (payment?.signature === undefined) return err('ERR_SIGNED_MALFORMED');
      if (payment.txid !== txid) return err('ERR_SIGNED_OTHER');
      const isSigned = recoverSigner(payment.txid, payment.signature) === payment.plan.from;
      return isSigned ? ok({ txid: payment.txid }) : err('ERR_SIGNED_SIGNER');
    },
    async broadcast(signed) {
      const given = await answer(() => accept(parsePayment(signed)));
      const isLost = fault === 'lose';
      fault = null;
      return isLost ? err({ code: 'ERR_CHAIN_UNREACHABLE', reason: 'failed on purpose' }) : given;
    },
    async isDead(txid, expiresAtMs) {
      if (!TXID.test(txid)) throw new RangeError('that is no txid');
      return answer(() => {
        const entry = entries.get(txid);
        return timeOf(solidNumber()) > expiresAtMs && !(entry && isFinal(entry));
      });
    },
    recoverSigner,
    explorerUrl: (txid) => (TXID.test(txid) ? `https://memory.example/${txid}` : null),
  };

  const write = (kind: 'failed' | 'foreign'): string => {
    const plan = { from: payer.address, to: stranger.address, amount: 5, timestampMs: nowMs, expiresAtMs: nowMs * 2 };
    const txid = txidOf(plan);
    entries.set(txid, { plan, blockNumber: null, kind });
    return txid;
  };

  await finaliseAt(nowMs + 1_000);
  return {
    node: { ...node, ...makeDefective(node) },
    chainId: 'memory',
    payer,
    pauper,
    stranger,
    wrongAddresses: [payer.address.toUpperCase(), 'mem-alice-00000000', 'other-alice'],
    wrongKeys: ['key-', 'KEY-ALICE', 'alice'],
    now: () => nowMs,
    include: async () => mine(nowMs + 1_000),
    finalise: () => finaliseAt(nowMs + 1_000),
    finaliseUpTo: finaliseAt,
    finalisePast: (timestampMs) => finaliseAt(timestampMs + 1),
    async loseNextAnswer() {
      fault = 'lose';
    },
    async dropNext() {
      fault = 'drop';
    },
    async fail(code) {
      failing = code && { code, reason: 'failed on purpose' };
    },
    async makeFailed() {
      const txid = write('failed');
      await finaliseAt(nowMs + 1_000);
      return txid;
    },
    makeForeign: async () => [{ txid: write('foreign'), what: 'not a payment' }],
    unknownTxid: `tx${'0'.repeat(16)}`,
    misspell: (txid) => [txid.toUpperCase(), ` ${txid}`, txid.slice(2)],
    tamper(text) {
      const signed = JSON.parse(text) as PaymentText;
      return [
        { what: 'another amount', signed: JSON.stringify({ ...signed, plan: { ...signed.plan, amount: 1 } }) },
        { what: 'another id', signed: JSON.stringify({ ...signed, txid: `tx${'1'.repeat(16)}` }) },
        { what: 'another signature', signed: JSON.stringify({ ...signed, signature: 'alice:00000000' }) },
      ];
    },
    signText: async (text, privateKey) => signText(text, privateKey),
    close: async () => undefined,
  };
}
