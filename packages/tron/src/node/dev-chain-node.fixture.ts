import type { Account, ChainFixture } from '@popfray/chain/conformance';
import { DEV_CHAIN_ID, startDevChain, type DevChainServer, type Faults } from '@popfray/tron/dev-chain';
import { utils } from 'tronweb';
import { FOREIGN } from './foreign.fixture.ts';
import { addressOf } from './signature.ts';
import { transactionJson } from './hostile-node.fixture.ts';
import { createTronNode } from './tron-node.ts';

/** A dev chain that produces a block only on request, and whose clock stands still otherwise. */
export interface DevChainFixture extends ChainFixture {
  readonly url: string;
  readonly chain: DevChainServer['chain'];
}

const SOLID_AFTER = 2;

/** Start of the chain's clock, epoch ms. */
const START_MS = 1_700_000_000_000;

const account = (digit: string): Account => {
  const privateKey = digit.repeat(64);
  return { privateKey, address: addressOf(privateKey) ?? '' };
};

/** The faults of a dev chain that lead to each error. */
const FAULTS: Readonly<Record<string, Faults>> = {
  ERR_CHAIN_UNREACHABLE: { loseAnswer: {} },
  ERR_CHAIN_BUSY: { rateLimit: {} },
  ERR_CHAIN_ANSWER: { page: {} },
};

/** Creates a dev chain in memory, on a free port, and a TRON node for it. */
export async function createDevChainFixture(): Promise<DevChainFixture> {
  let nowMs = START_MS;
  const server = await startDevChain({
    path: ':memory:',
    port: 0,
    blockMs: 0,
    solidAfter: SOLID_AFTER,
    now: () => nowMs,
  });
  if ('code' in server) throw new Error(server.message);
  const { chain, url } = server;
  const [payer, pauper, stranger] = [account('1'), account('2'), account('3')];
  chain.faucet(payer.address, 1_000_000_000);
  chain.faucet(pauper.address, 1);

  const finaliseAt = async (timestampMs: number): Promise<void> => {
    nowMs = Math.max(nowMs, timestampMs);
    chain.mine(1 + SOLID_AFTER);
    // The clock advances, so that the next transaction has another time.
    nowMs = Math.max(nowMs, chain.head.timestampMs) + 1;
  };
  await finaliseAt(nowMs);

  return {
    url,
    chain,
    node: createTronNode({ url, explorerUrl: `${url}/dev/tx/{txid}` }),
    chainId: DEV_CHAIN_ID,
    payer,
    pauper,
    stranger,
    wrongAddresses: [
      // In hex, for Ethereum, with a digit changed, with two exchanged, in small letters, for Bitcoin.
      '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a',
      payer.address.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      payer.address.replace(/(.)(.)$/, '$2$1'),
      payer.address.toLowerCase(),
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ],
    wrongKeys: [
      '0'.repeat(64),
      // The order of the curve: the least number that is too large.
      'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141',
      'f'.repeat(64),
      '1'.repeat(63),
      '1'.repeat(65),
      `0x${'1'.repeat(64)}`,
      `${'1'.repeat(63)}g`,
      'correct horse battery staple',
    ],
    now: () => nowMs,
    async include() {
      nowMs += 3_000;
      chain.mine(1);
    },
    finalise: () => finaliseAt(nowMs + 3_000),
    finaliseUpTo: finaliseAt,
    finalisePast: (timestampMs) => finaliseAt(timestampMs + 1),
    async loseNextAnswer() {
      chain.faults.set({ loseAnswer: { count: 1, path: '/wallet/broadcasttransaction' } });
    },
    async dropNext() {
      chain.faults.set({ drop: { count: 1 } });
    },
    async fail(how) {
      chain.faults.set(how === null ? {} : (FAULTS[how] ?? {}));
    },
    async makeFailed() {
      const { txID, raw_data, raw_data_hex } = transactionJson();
      chain.stage({ transaction: { txID, raw_data, raw_data_hex }, contractRet: 'REVERT' });
      await finaliseAt(nowMs + 3_000);
      return txID;
    },
    async makeForeign() {
      return FOREIGN.filter(({ json }) => json.raw_data_hex !== '').map(({ what, json }) => {
        const { txID, raw_data, raw_data_hex } = json;
        const staged = chain.stage({ transaction: { txID, raw_data, raw_data_hex } });
        if (!staged.ok) throw new Error(`${what}: ${staged.error.message}`);
        return { txid: txID, what };
      });
    },
    unknownTxid: 'ab'.repeat(32),
    misspell: (txid) => [txid.toUpperCase(), `0x${txid}`, `${txid} `, txid.slice(1), `${txid}00`],
    tamper,
    async signText(text, privateKey) {
      return utils.message.signMessage(text, privateKey);
    },
    close: () => server.stop(),
  };
}

interface Signed {
  readonly txID: string;
  readonly raw_data: { readonly contract: readonly { readonly parameter: { readonly value: object } }[] };
  readonly raw_data_hex: string;
  readonly signature: readonly string[];
}

/** Manipulated versions of a signed transaction, and what was changed. */
function tamper(text: string): readonly { readonly signed: string; readonly what: string }[] {
  const signed = JSON.parse(text) as Signed;
  const [contract] = signed.raw_data.contract;
  const [signature = ''] = signed.signature;
  const value = { ...contract?.parameter.value, amount: 1 };
  const changed = { ...signed.raw_data, contract: [{ ...contract, parameter: { ...contract?.parameter, value } }] };
  const flipped = signature.startsWith('0') ? `1${signature.slice(1)}` : `0${signature.slice(1)}`;
  const versions: readonly (readonly [string, object])[] = [
    ['another amount in JSON', { ...signed, raw_data: changed }],
    ['another amount in the bytes', { ...signed, raw_data_hex: signed.raw_data_hex.replace(/00$|01$|.$/, '02') }],
    ['a memo in JSON', { ...signed, raw_data: { ...signed.raw_data, data: '6869' } }],
    ['another expiration', { ...signed, raw_data: { ...signed.raw_data, expiration: START_MS + 86_000_000 } }],
    ['two contracts', { ...signed, raw_data: { ...signed.raw_data, contract: [contract, contract] } }],
    ['another id', { ...signed, txID: 'ab'.repeat(32) }],
    ['addresses said to be visible', { ...signed, visible: true }],
    ['no signature', { ...signed, signature: [] }],
    ['two signatures', { ...signed, signature: [signature, signature] }],
    ['another signature', { ...signed, signature: [flipped] }],
    ['half a signature', { ...signed, signature: [signature.slice(0, 64)] }],
    ['a signature of 66 bytes', { ...signed, signature: [`${signature}00`] }],
    [
      'a signature for the other point',
      { ...signed, signature: [signature.replace(/1b$|1c$/, (v) => (v === '1b' ? '1c' : '1b'))] },
    ],
    ['a signature with another v', { ...signed, signature: [signature.replace(/..$/, '1d')] }],
  ];
  return versions.map(([what, version]) => ({ what, signed: JSON.stringify(version) }));
}
