import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PAYER_KEY, startHostileNode, TRANSFER, transactionJson, type HostileNode } from './hostile-node.fixture.ts';
import { signPayment } from './signed-payment.ts';
import { makeTransaction } from './transaction.ts';
import { createTronNode, type TronNode } from './tron-node.ts';

const { txID: TXID } = transactionJson();
const SIGNED = signPayment(makeTransaction({ txid: TXID, raw: TRANSFER, signatures: [] }), PAYER_KEY);
const PATH = 'wallet/broadcasttransaction';

const hex = (text: string): string => Buffer.from(text).toString('hex');

let hostile: HostileNode;
let node: TronNode;

beforeEach(async () => {
  hostile = await startHostileNode();
  node = createTronNode({ url: hostile.url });
});

afterEach(() => hostile.stop());

describe('a broadcast', () => {
  it('sends what was signed, to the full node alone, without what a wallet put beside it', async () => {
    hostile.say(PATH, { result: true, txid: TXID });
    const wallets = JSON.stringify({
      ...JSON.parse(SIGNED),
      note: 'to the house',
      signature: [`0x${signatureOf(SIGNED)}`],
    });
    expect(await node.broadcast(wallets)).toEqual({ ok: true, value: { verdict: 'accepted' } });
    expect(hostile.asked.map(({ path, body }) => [path, body])).toEqual([[PATH, JSON.parse(SIGNED)]]);
  });

  it.for([
    ['DUP_TRANSACTION_ERROR', 'known'],
    ['SERVER_BUSY', 'later'],
    ['NO_CONNECTION', 'later'],
    ['NOT_ENOUGH_EFFECTIVE_CONNECTION', 'later'],
    ['BLOCK_UNSOLIDIFIED', 'later'],
    ['TRANSACTION_EXPIRATION_ERROR', 'expired'],
    ['TAPOS_ERROR', 'expired'],
    ['BANDWITH_ERROR', 'unfunded'],
    ['CONTRACT_VALIDATE_ERROR', 'unfunded'],
    ['SIGERROR', 'invalid'],
    ['TOO_BIG_TRANSACTION_ERROR', 'invalid'],
    ['OTHER_ERROR', 'later'],
    ['CONTRACT_EXE_ERROR', 'later'],
    ['A_CODE_TO_COME', 'later'],
    ['constructor', 'later'],
  ] as const)('that is answered %s is %s', async ([code, verdict]) => {
    hostile.say(PATH, { code, txid: TXID, message: hex('Contract validate error : no\nmoney') });
    const answer = await node.broadcast(SIGNED);
    expect(answer).toMatchObject({ ok: true, value: { verdict } });
    if (answer.ok && 'reason' in answer.value) {
      expect(answer.value.reason).toBe(`${code} Contract validate error : no money`);
    }
  });

  it('tells a node’s words on one line, of bearable length', async () => {
    hostile.say(PATH, { code: `A\r\nB\u001B${'x'.repeat(900)}`, message: 'no' });
    const answer = await node.broadcast(SIGNED);
    expect(answer.ok && 'reason' in answer.value && answer.value.reason).toMatch(/^A B x{196}$/);
  });

  it('bears a message that is not in hex, and none', async () => {
    hostile.say(PATH, { code: 'SERVER_BUSY', message: 'try again' });
    expect(await node.broadcast(SIGNED)).toEqual({
      ok: true,
      value: { verdict: 'later', reason: 'SERVER_BUSY try again' },
    });
    hostile.say(PATH, { code: 'SERVER_BUSY' });
    expect(await node.broadcast(SIGNED)).toMatchObject({ ok: true, value: { verdict: 'later' } });
  });

  it.for([
    ['nothing', {}],
    ['a result of no kind', { result: 'true', txid: TXID }],
    ['a refusal without a code', { result: false }],
    ['a code that is a number', { code: 1 }],
    ['the txid of another', { result: true, txid: 'ab'.repeat(32) }],
    ['the refusal of another', { code: 'SIGERROR', txid: 'ab'.repeat(32) }],
  ] as const)('has no answer in %s', async ([, answer]) => {
    hostile.say(PATH, answer);
    expect(await node.broadcast(SIGNED)).toMatchObject({ ok: false, error: { code: 'ERR_CHAIN_ANSWER' } });
  });

  it('is not made of a transaction with no signature or two', async () => {
    const signature = signatureOf(SIGNED);
    for (const signatures of [[], [signature, signature], ['00'], [7], 'x', null]) {
      const text = JSON.stringify({ ...JSON.parse(SIGNED), signature: signatures });
      expect(await node.broadcast(text)).toMatchObject({ ok: true, value: { verdict: 'invalid' } });
    }
    expect(hostile.asked).toEqual([]);
  });
});

const signatureOf = (text: string): string => (JSON.parse(text) as { signature: [string] }).signature[0];
