import fc from 'fast-check';
import { utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { ALICE, BOB } from './dev-chain.fixture.ts';
import { makeTransactionJson, parseTransaction, sizeOf } from './transaction.ts';

interface Sample {
  readonly amount: number;
  readonly expiration: number;
  readonly timestamp: number;
  readonly feeLimit: number;
  readonly data: string;
  readonly refBlockHash: string;
  readonly permissionId: number;
}

const sample: fc.Arbitrary<Sample> = fc.record({
  amount: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  expiration: fc.integer({ min: 1, max: 4e12 }),
  timestamp: fc.integer({ min: 1, max: 4e12 }),
  feeLimit: fc.constantFrom(0, 1_000_000),
  data: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  refBlockHash: fc.uint8Array({ minLength: 8, maxLength: 8 }).map((bytes) => Buffer.from(bytes).toString('hex')),
  permissionId: fc.constantFrom(0, 2),
});

const makeJson = (wish: Partial<Sample> = {}) => ({
  visible: false,
  signature: ['ab'.repeat(65)],
  raw_data: {
    contract: [
      {
        parameter: {
          value: { owner_address: ALICE.hex, to_address: BOB.hex, amount: wish.amount ?? 1_000_000 },
          type_url: 'type.googleapis.com/protocol.TransferContract',
        },
        type: 'TransferContract',
        ...(wish.permissionId !== undefined && wish.permissionId !== 0 && { Permission_id: wish.permissionId }),
      },
    ],
    ref_block_bytes: '0102',
    ref_block_hash: wish.refBlockHash ?? '0102030405060708',
    expiration: wish.expiration ?? 1_750_000_060_000,
    timestamp: wish.timestamp ?? 1_750_000_000_000,
    ...(wish.data !== undefined && wish.data !== '' && { data: wish.data }),
    ...(wish.feeLimit !== undefined && wish.feeLimit !== 0 && { fee_limit: wish.feeLimit }),
  },
});

/** Reads what must be a transaction. */
function parse(json: unknown) {
  const parsed = parseTransaction(json);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
}

describe('a transaction', () => {
  it.each([
    [1, 265],
    [1_000_000, 267],
    [10_000_000, 268],
    [1_000_000_000, 269],
  ])('of %d sun costs %d bytes of bandwidth', (amount, bytes) => {
    expect(sizeOf(parse(makeJson({ amount })))).toBe(bytes);
  });

  it('is what raw_data says, not what its id and its bytes claim', () => {
    const { txid } = parse(makeJson());
    expect(parse({ ...makeJson(), txID: 'ff'.repeat(32), raw_data_hex: '00' }).txid).toBe(txid);
    expect(parse(makeJson({ amount: 2 })).txid).not.toBe(txid);
  });

  it('is the same with its addresses in base58, when it says that they are visible', () => {
    const json = makeJson();
    const spelt = structuredClone({ ...json, visible: true });
    for (const { parameter } of spelt.raw_data.contract) {
      parameter.value.owner_address = ALICE.address;
      parameter.value.to_address = BOB.address;
    }
    expect(parse(spelt).txid).toBe(parse(json).txid);
  });

  it('bears 0x and a missing first digit, as java-tron does', () => {
    const json = makeJson();
    const odd = { ...json, raw_data: { ...json.raw_data, ref_block_bytes: '0x102' } };
    expect(parse(odd).refBlockBytes).toBe('0102');
  });

  it('has the number of its block in its bytes where an old wallet writes it, which tronweb does not know', () => {
    const json = makeJson();
    const named = parse({ ...json, raw_data: { ...json.raw_data, ref_block_num: 5 } });
    const plain = Buffer.from(parse(json).raw).toString('hex');
    expect(Buffer.from(named.raw).toString('hex')).toBe(plain.replace(/^0a020102/, '0a0201021805'));
    expect(parse(makeTransactionJson(named)).txid).toBe(named.txid);
  });

  it('keeps an amount that is not above 0, to be refused later', () => {
    expect(parse(makeJson({ amount: -1 })).transfers[0]?.amountSun).toBe(-1);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a list', []],
    ['no raw_data', {}],
    ['raw_data that is text', { raw_data: 'x' }],
    ['no contract', { raw_data: { contract: [] } }],
  ])('without contracts is read as one without contracts: %s', (_, json) => {
    expect(parse(json).transfers).toEqual([]);
  });

  it.each<[string, (json: ReturnType<typeof makeJson>) => unknown]>([
    ['an amount with a fraction', (json) => withValue(json, { amount: 1.5 })],
    ['an amount above 2^53', (json) => withValue(json, { amount: 2 ** 53 })],
    ['an amount as text', (json) => withValue(json, { amount: '1' })],
    ['an address that is no hex', (json) => withValue(json, { to_address: BOB.address })],
    ['an address that is a number', (json) => withValue(json, { to_address: 41 })],
    ['a wrong visible address', (json) => ({ ...withValue(json, { to_address: 'T1' }), visible: true })],
    ['contracts that are no list', (json) => ({ ...json, raw_data: { ...json.raw_data, contract: {} } })],
    ['signatures that are no list', (json) => ({ ...json, signature: 'ab' })],
    ['an expiration that is text', (json) => ({ ...json, raw_data: { ...json.raw_data, expiration: 'soon' } })],
  ])('is malformed with %s', (_, spoil) => {
    expect(parseTransaction(spoil(makeJson()))).toMatchObject({
      ok: false,
      error: { code: 'ERR_TRANSACTION_MALFORMED' },
    });
  });

  it('is of no use with another contract', () => {
    const json = makeJson();
    const other = { ...json, raw_data: { contract: [{ type: 'TriggerSmartContract', parameter: {} }] } };
    expect(parseTransaction(other)).toEqual({
      ok: false,
      error: { code: 'ERR_TRANSACTION_CONTRACT', type: 'TriggerSmartContract' },
    });
  });

  it('has the bytes and the id that tronweb gives it', () => {
    fc.assert(
      fc.property(sample, (wish) => {
        const json = makeJson(wish);
        const mine = parse(json);
        const theirs = utils.transaction.txJsonToPb(json);
        expect(Buffer.from(mine.raw).toString('hex')).toBe(utils.transaction.txPbToRawDataHex(theirs).toLowerCase());
        expect(mine.txid).toBe(utils.transaction.txPbToTxID(theirs).replace(/^0x/, ''));
      }),
    );
  });

  it('comes back from its JSON as it was, and tronweb accepts that JSON', () => {
    fc.assert(
      fc.property(sample, (wish) => {
        const transaction = parse(makeJson(wish));
        const json = makeTransactionJson(transaction);
        expect(parse(json)).toEqual(transaction);
        expect(utils.transaction.txCheck({ ...json, visible: false })).toBe(true);
      }),
    );
  });

  it('is never thrown out by JSON of any kind', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => {
        parseTransaction(json);
        parseTransaction({ raw_data: json, signature: json });
        parseTransaction({ raw_data: { contract: [json], expiration: json, data: json } });
        parseTransaction({ raw_data: { contract: [{ type: 'TransferContract', parameter: json }] } });
      }),
    );
  });
});

function withValue(json: ReturnType<typeof makeJson>, value: object) {
  const [contract] = json.raw_data.contract;
  const changed = { ...contract, parameter: { value: { ...contract?.parameter.value, ...value } } };
  return { ...json, raw_data: { ...json.raw_data, contract: [changed] } };
}
