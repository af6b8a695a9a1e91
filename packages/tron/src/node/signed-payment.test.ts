import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { HOUSE_KEY, PAYER_KEY, TRANSFER, transactionJson } from './hostile-node.fixture.ts';
import { addressOf, sign } from './signature.ts';
import { checkSigned, signPayment } from './signed-payment.ts';
import { makeTransaction } from './transaction.ts';

const { txID } = transactionJson();
const UNSIGNED = makeTransaction({ txid: txID, raw: TRANSFER, signatures: [] });
const SIGNED = signPayment(UNSIGNED, PAYER_KEY);
const { signature } = JSON.parse(SIGNED) as { signature: [string] };

const withSignature = (...signatures: readonly unknown[]): string =>
  JSON.stringify({ ...JSON.parse(UNSIGNED), signature: signatures });

describe('a signed payment', () => {
  it.for([
    ['27 and more', signature[0]],
    ['0 and more', signature[0].replace(/..$/, (v) => (Number.parseInt(v, 16) - 27).toString(16).padStart(2, '0'))],
    ['0x before it', `0x${signature[0]}`],
    ['capitals', signature[0].toUpperCase()],
  ] as const)('may have a v of %s', ([, text]) => {
    expect(checkSigned(UNSIGNED, withSignature(text))).toEqual({ ok: true, value: { txid: txID } });
  });

  it.for([
    ['no hex', 'zz'.repeat(65)],
    ['64 bytes', signature[0].slice(2)],
    ['66 bytes', `${signature[0]}00`],
    ['no text', 7],
  ] as const)('has a signature of 65 bytes, not %s', ([, text]) => {
    expect(checkSigned(UNSIGNED, withSignature(text))).toEqual({ ok: false, error: 'ERR_SIGNED_MALFORMED' });
  });

  it.for([
    ['v beyond the two', signature[0].replace(/..$/, '1d')],
    ['r of 0', `${'0'.repeat(64)}${signature[0].slice(64)}`],
    ['all ones', 'f'.repeat(130)],
    ['all zeros', '0'.repeat(130)],
    ['another key', sign(Buffer.from(txID, 'hex'), HOUSE_KEY)],
  ] as const)('is unsigned, or signed by another account, with %s', ([, text]) => {
    expect(checkSigned(UNSIGNED, withSignature(text))).toEqual({ ok: false, error: 'ERR_SIGNED_SIGNER' });
  });

  it('is compared with an unsigned one, or that is a bug', () => {
    for (const text of ['', '{}', SIGNED]) expect(() => checkSigned(text, SIGNED)).toThrow('no unsigned payment');
  });

  it.for([
    ['a permission, which another account may hold', { permissionId: 2 }],
    ['a memo, which costs a fee', { data: '68656c6c6f' }],
    ['a fee limit', { feeLimit: 1 }],
    ['the number of its block', { refBlockNumber: 1 }],
  ] as const)('is not made of one that says more than was asked: %s', ([, more]) => {
    const raw = { ...TRANSFER, ...more };
    const { txID: txid } = transactionJson(raw);
    const unsigned = makeTransaction({ txid, raw, signatures: [] });
    expect(() => signPayment(unsigned, PAYER_KEY)).toThrow('no unsigned payment');
    expect(() => checkSigned(unsigned, SIGNED)).toThrow('no unsigned payment');
  });
});

describe('a private key', () => {
  it('is in nothing that is thrown', () => {
    const keys = [`${'7'.repeat(63)}x`, 'f'.repeat(64), `0x${PAYER_KEY}`, 'a secret that is no key'];
    for (const key of keys) {
      expect(addressOf(key)).toBeNull();
      try {
        signPayment(UNSIGNED, key);
        expect.unreachable();
      } catch (error) {
        expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(key);
      }
    }
  });
});
