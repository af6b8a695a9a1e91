import fc from 'fast-check';
import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { addressHex } from './address.ts';
import { makeHex, parseHex, sha256 } from './bytes.ts';
import { FIRST, SECOND } from './page.fixture.ts';
import { makeTransfer, type MadeTransaction } from './transaction.fixture.ts';
import { checkOrder, checkSigned, type UnsignedTransaction } from './transaction.ts';

const AMOUNT = 12_500_000;

const check = (transaction: unknown, order: { from?: string; to?: string; amount?: number } = {}) =>
  checkOrder({ from: FIRST, to: SECOND, amount: AMOUNT, ...order, unsigned: JSON.stringify(transaction) });

async function honest(): Promise<UnsignedTransaction> {
  const checked = await check(makeTransfer(FIRST, SECOND, AMOUNT));
  if (typeof checked === 'string') throw new Error(checked);
  return checked;
}

/** A transfer whose JSON was changed after its bytes were made. */
function forge(change: (transaction: MadeTransaction) => void): MadeTransaction {
  const transaction = makeTransfer(FIRST, SECOND, AMOUNT);
  change(transaction);
  return transaction;
}

/** The first contract. */
function contractOf({ raw_data: rawData }: MadeTransaction): MadeTransaction['raw_data']['contract'][number] {
  const [contract] = rawData.contract;
  if (contract === undefined) throw new Error('There is no contract.');
  return contract;
}

describe('an order', () => {
  test('is taken when its transaction says the same', async () => {
    const transaction = makeTransfer(FIRST, SECOND, AMOUNT);
    expect(await check(transaction)).toEqual(transaction);
  });

  test.each([0, -1, 0.5, Number.NaN, Infinity, 2 ** 53])('is refused with the amount %d', async (amount) => {
    expect(await check(makeTransfer(FIRST, SECOND, AMOUNT), { amount })).toBe('The amount is no whole number above 0.');
  });

  test.each<[string, (transaction: MadeTransaction) => void]>([
    ['with a memo, which costs 1 TRX', (t) => (t.raw_data.data = '68656c6c6f')],
    ['with a fee limit', (t) => (t.raw_data.fee_limit = 1_000)],
    ['by a permission of a multi-signature account', (t) => (contractOf(t).Permission_id = 2)],
    ['of another amount', (t) => (contractOf(t).parameter.value['amount'] = AMOUNT + 1)],
    [
      'to another',
      (t) => (contractOf(t).parameter.value['to_address'] = contractOf(t).parameter.value['owner_address']),
    ],
    ['from another', (t) => (contractOf(t).parameter.value['owner_address'] = TronWeb.address.toHex(SECOND))],
    [
      'that is a contract call',
      (t) => {
        const contract = contractOf(t);
        contract.type = 'TriggerSmartContract';
        contract.parameter.type_url = 'type.googleapis.com/protocol.TriggerSmartContract';
        contract.parameter.value['contract_address'] = contract.parameter.value['to_address'];
        contract.parameter.value['data'] = 'a9059cbb';
      },
    ],
  ])('is refused with a true transaction %s', async (_reason, change) => {
    expect(await check(makeTransfer(FIRST, SECOND, AMOUNT, change))).toBeTypeOf('string');
  });

  test.each<[string, (transaction: MadeTransaction) => void]>([
    ['another amount', (t) => (contractOf(t).parameter.value['amount'] = 1)],
    ['another recipient', (t) => (contractOf(t).parameter.value['to_address'] = TronWeb.address.toHex(FIRST))],
    ['another payer', (t) => (contractOf(t).parameter.value['owner_address'] = TronWeb.address.toHex(SECOND))],
    ['another kind', (t) => (contractOf(t).type = 'TransferAssetContract')],
    ['another type', (t) => (contractOf(t).parameter.type_url = 'type.googleapis.com/protocol.VoteWitnessContract')],
    ['a permission', (t) => (contractOf(t).Permission_id = 2)],
    ['a second contract', (t) => t.raw_data.contract.push(contractOf(t))],
    ['a memo', (t) => (t.raw_data.data = '00')],
    ['a fee limit', (t) => (t.raw_data.fee_limit = 1)],
    ['another expiration', (t) => (t.raw_data.expiration += 1)],
    ['another time', (t) => (t.raw_data.timestamp += 1)],
    ['another block', (t) => (t.raw_data.ref_block_hash = '0000000000000000')],
    ['another id', (t) => (t.txID = '0'.repeat(64))],
    ['other bytes', (t) => (t.raw_data_hex = `${t.raw_data_hex}00`)],
    ['bytes in capitals', (t) => (t.raw_data_hex = t.raw_data_hex.toUpperCase())],
    ['addresses spelt otherwise', (t) => (t.visible = true)],
    ['a signature', (t) => Object.assign(t, { signature: ['00'] })],
    ['what a plain transfer does not have', (t) => Object.assign(t.raw_data, { auths: [] })],
    ['it in the contract', (t) => Object.assign(contractOf(t), { ContractName: '' })],
    ['it in the parameter', (t) => Object.assign(contractOf(t).parameter.value, { asset_name: '31' })],
    ['a list that is none', (t) => Object.assign(t.raw_data, { contract: { 0: contractOf(t) } })],
    ['no bytes', (t) => Object.assign(t, { raw_data_hex: undefined })],
    ['no raw data', (t) => Object.assign(t, { raw_data: null })],
  ])('is refused when the transaction shows %s', async (_what, change) => {
    expect(await check(forge(change))).toBeTypeOf('string');
  });

  test('is refused with a mark before the type in its bytes, which readers of text pass over', async () => {
    const { raw_data_hex: hex } = makeTransfer(FIRST, SECOND, AMOUNT);
    // The lengths that hold the type, each 3 bytes more: of the contract, of its parameter and of the type itself.
    const marked = hex.replace(/5a(..)0801(12)(..)0a2d/, (_all, ...[contract, tag, parameter]: string[]) => {
      const [longer, long] = [contract, parameter].map((digits) =>
        (Number.parseInt(digits ?? '', 16) + 3).toString(16),
      );
      return `5a${longer}0801${tag}${long}0a30efbbbf`;
    });
    expect(marked).toHaveLength(hex.length + 6);
    const txID = makeHex(await sha256(parseHex(marked) ?? new Uint8Array()));
    expect(await check(forge((t) => Object.assign(t, { raw_data_hex: marked, txID })))).toBeTypeOf('string');
  });

  test.each([
    ['one sun more', { amount: AMOUNT + 1 }],
    ['a fraction', { amount: AMOUNT + 0.5 }],
    ['nothing', { amount: 0 }],
    ['less than nothing', { amount: -AMOUNT }],
    ['no number', { amount: Number.NaN }],
    ['more than can be counted', { amount: 2 ** 53 }],
    ['the payer as recipient', { to: FIRST }],
    ['no recipient', { to: '' }],
    ['a misspelt recipient', { to: `${SECOND.slice(0, -1)}k` }],
    ['the recipient as payer', { from: SECOND }],
  ])('is refused when it asks for %s', async (_what, order) => {
    expect(await check(makeTransfer(FIRST, SECOND, AMOUNT), order)).toBeTypeOf('string');
  });

  test.each(['', 'null', '7', '[]', '{}', '{"txID":1}', '{"txID":"","raw_data_hex":"","raw_data":{}}', '{'])(
    'is refused when it holds no transaction: %s',
    async (unsigned) => {
      expect(await checkOrder({ from: FIRST, to: SECOND, amount: AMOUNT, unsigned })).toBeTypeOf('string');
    },
  );

  test('is taken for every amount there is, as tronweb writes it', async () => {
    const amounts = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        expect(await check(makeTransfer(FIRST, SECOND, amount), { amount })).toBeTypeOf('object');
      }),
    );
  });

  test('with any bytes is refused without an exception', async () => {
    const { raw_data_hex: hex } = makeTransfer(FIRST, SECOND, AMOUNT);
    const changed = fc.tuple(fc.nat(hex.length / 2 - 1), fc.integer({ min: 1, max: 255 })).map(([at, flip]) => {
      const bytes = parseHex(hex) ?? new Uint8Array();
      bytes[at] = (bytes[at] ?? 0) ^ flip;
      return makeHex(bytes);
    });
    const any = fc.uint8Array({ maxLength: 200 }).map(makeHex);
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, any), async (bytes) => {
        expect(await check(forge((t) => (t.raw_data_hex = bytes)))).toBeTypeOf('string');
      }),
    );
  });
});

describe('a signed transaction', () => {
  const signature = 'ab'.repeat(65);

  test('is the unsigned one and a signature', async () => {
    const unsigned = await honest();
    const signed = checkSigned(unsigned, { ...unsigned, signature: [signature] });
    expect(signed).toEqual({ txid: unsigned.txID, signed: JSON.stringify({ ...unsigned, signature: [signature] }) });
  });

  test('takes nothing from the wallet but the signature', async () => {
    const unsigned = await honest();
    const answer = {
      txID: unsigned.txID,
      raw_data_hex: unsigned.raw_data_hex,
      raw_data: {},
      extra: 1,
      signature: [`0x${signature}`],
    };
    const signed = checkSigned(unsigned, answer);
    expect(typeof signed === 'object' && JSON.parse(signed.signed)).toEqual({ ...unsigned, signature: [signature] });
  });

  test.each<[string, (unsigned: UnsignedTransaction) => unknown]>([
    ['nothing', () => undefined],
    ['false', () => false],
    ['no signature', (u) => u],
    ['an empty list', (u) => ({ ...u, signature: [] })],
    ['two signatures', (u) => ({ ...u, signature: [signature, signature] })],
    ['a short signature', (u) => ({ ...u, signature: [signature.slice(2)] })],
    ['a text for a list', (u) => ({ ...u, signature })],
    ['another transaction', (u) => ({ ...u, txID: '00', signature: [signature] })],
    ['other bytes', (u) => ({ ...u, raw_data_hex: '00', signature: [signature] })],
  ])('is refused when the wallet gives %s', async (_what, make) => {
    const unsigned = await honest();
    expect(checkSigned(unsigned, make(unsigned))).toBeTypeOf('string');
  });
});

describe('an address', () => {
  test('is read as tronweb reads it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 20, maxLength: 20 }), async (bytes) => {
        const hex = `41${makeHex(bytes)}`;
        expect(await addressHex(TronWeb.address.fromHex(hex))).toBe(hex);
      }),
    );
  });

  test.each([
    '',
    'T',
    `${FIRST}1`,
    FIRST.toLowerCase(),
    FIRST.replace('J', 'K'),
    `T${'z'.repeat(33)}`,
    `T${'1'.repeat(33)}`,
  ])('is none when it is misspelt: %s', async (text) => {
    expect(await addressHex(text)).toBeNull();
  });
});
