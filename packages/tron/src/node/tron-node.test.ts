import type { BroadcastVerdict, ChainNode, PaymentPlan } from '@popfray/chain';
import { describeChainNode } from '@popfray/chain/conformance';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDevChainFixture, type DevChainFixture } from './dev-chain-node.fixture.ts';
import { TRON_NETWORKS } from './networks.ts';
import { encodeTransfer, type RawTransfer } from './raw-transfer.ts';
import { sign } from './signature.ts';
import { createTronNode } from './tron-node.ts';
import { hashOf, makeTransaction, parseTransaction } from './transaction.ts';

describeChainNode('TRON', { setUp: createDevChainFixture, hasFailed: true });

describe('a node of TRON on the dev chain', () => {
  let fixture: DevChainFixture;
  let node: ChainNode;

  beforeEach(async () => {
    fixture = await createDevChainFixture();
    node = fixture.node;
  });

  afterEach(() => fixture.close());

  /** Builds and signs a payment of the payer, changed before it is signed. */
  async function make(changes: Partial<PaymentPlan> = {}, change: Partial<RawTransfer> = {}): Promise<string> {
    const timestampMs = fixture.now();
    const { payer, pauper } = fixture;
    const plan = { from: payer.address, to: pauper.address, amount: 1, timestampMs, expiresAtMs: timestampMs + 60_000 };
    const built = await node.buildPayment({ ...plan, ...changes });
    const transaction = built.ok ? parseTransaction(built.value.unsigned) : null;
    if (!transaction) throw new Error('nothing was built');
    const raw = { ...transaction.raw, ...change };
    const txid = hashOf(Buffer.from(encodeTransfer(raw)).toString('hex'));
    const { privateKey } = raw.from === pauper.address ? pauper : payer;
    return makeTransaction({ txid, raw, signatures: [sign(Buffer.from(txid, 'hex'), privateKey)] });
  }

  async function verdictOn(signed: string): Promise<BroadcastVerdict> {
    const answer = await node.broadcast(signed);
    if (!answer.ok) throw new Error(answer.error.reason);
    return answer.value;
  }

  it('is to be tried later while it is busy', async () => {
    fixture.chain.faults.set({ busy: { count: 2 } });
    const signed = await make();
    expect(await verdictOn(signed)).toMatchObject({ verdict: 'later' });
    expect(await verdictOn(signed)).toMatchObject({ verdict: 'later' });
    expect(await verdictOn(signed)).toEqual({ verdict: 'accepted' });
  });

  it('refuses a transaction that references a block of another chain', async () => {
    const verdict = await verdictOn(await make({}, { refBlockHash: 'ab'.repeat(8) }));
    expect(verdict).toMatchObject({ verdict: 'expired', reason: expect.stringContaining('TAPOS_ERROR') });
  });

  it('takes nothing that would last longer than a day', async () => {
    const signed = await make({}, { expirationMs: fixture.now() + 86_500_000 });
    expect(await verdictOn(signed)).toMatchObject({ verdict: 'expired' });
  });

  it('needs money for the bandwidth of a third payment in a day', async () => {
    const { pauper, payer, chain } = fixture;
    const way = { from: pauper.address, to: payer.address };
    chain.faucet(pauper.address, 2_100_000);
    const verdicts = [];
    for (const amount of [1_000_000, 1_000_001, 1]) verdicts.push(await verdictOn(await make({ ...way, amount })));
    expect(verdicts).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'accepted' },
      { verdict: 'unfunded', reason: expect.stringMatching(/BANDWITH_ERROR/) },
    ]);
  });

  it('takes a memo for part of a payment', async () => {
    fixture.chain.faucet(fixture.payer.address, 10_000_000);
    const signed = await make({}, { data: '68656c6c6f' });
    await verdictOn(signed);
    await fixture.finalise();
    const { txid } = parseTransaction(signed) ?? { txid: '' };
    expect(await node.findPayment(txid)).toMatchObject({ ok: true, value: { state: 'paid', transfer: { amount: 1 } } });
  });

  it('waits as long as nothing becomes final', async () => {
    fixture.chain.faults.set({ stopSolidifying: true });
    const signed = await make();
    const { txid, raw } = parseTransaction(signed) ?? { txid: '', raw: undefined };
    await verdictOn(signed);
    await fixture.finalisePast(raw?.expirationMs ?? 0);
    expect(await node.findPayment(txid)).toMatchObject({ ok: true, value: { state: 'pending' } });
    expect(await node.isDead('ab'.repeat(32), raw?.expirationMs ?? 0)).toEqual({ ok: true, value: false });
    fixture.chain.faults.set({});
    await fixture.finalise();
    expect(await node.findPayment(txid)).toMatchObject({ ok: true, value: { state: 'paid' } });
  });

  it('shows a transaction on the chain’s own page', async () => {
    await fixture.finalise();
    const url = node.explorerUrl('ab'.repeat(32));
    expect(url).toBe(`${fixture.url}/dev/tx/${'ab'.repeat(32)}`);
    for (const text of ['', '../..', 'AB'.repeat(32)]) expect(node.explorerUrl(text)).toBeNull();
  });
});

describe('the public networks', () => {
  it.for(Object.entries(TRON_NETWORKS))(
    'are data to make a node from: %s',
    ([, { url, explorerUrl, deadMarginMs }]) => {
      const node = createTronNode({ url, explorerUrl, deadMarginMs });
      expect(node.explorerUrl('ab'.repeat(32))).toMatch(/^https:\/\/.*#\/transaction\/(?:ab){32}$/);
    },
  );

  it('have an id of their own each', () => {
    const ids = Object.values(TRON_NETWORKS).map(({ chainId }) => chainId);
    expect(ids).toEqual(['0x2b6653dc', '0xcd8690dc', '0x94a9059e']);
  });

  it('are not looked at where there is no {txid}', () => {
    for (const explorerUrl of ['', 'https://a.example', 'javascript:{txid}']) {
      expect(() => createTronNode({ url: 'http://a.example', explorerUrl })).toThrow('explorer');
    }
  });
});
