import fc from 'fast-check';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { TronWeb, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { isAddress, makeAddress, parseAddress } from './address.ts';
import { recoverSigner } from './message.ts';
import { decodeTransfer, encodeTransfer, type RawTransfer } from './raw-transfer.ts';
import { addressOf, recover, sign } from './signature.ts';
import { makeTransaction, parseTransaction } from './transaction.ts';

// What must be answered at once is answered by code of our own. Here it is held to say what tronweb says.

const key = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => secp256k1.utils.isValidSecretKey(bytes))
  .map(bytesToHex);
const addressHex = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => `41${bytesToHex(bytes)}`);
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** What tronweb says, or null when it throws. */
function tried<Value>(ask: () => Value): Value | null {
  try {
    return ask();
  } catch {
    return null;
  }
}

describe('addresses', () => {
  it('are spelt as tronweb spells them', () => {
    fc.assert(
      fc.property(addressHex, (hex) => {
        const text = TronWeb.address.fromHex(hex);
        expect(makeAddress(hex)).toBe(text);
        expect(parseAddress(text)).toBe(hex);
      }),
      { numRuns: 1000 },
    );
  });

  it('are distinguished from misspelt ones as by tronweb', () => {
    const letter = fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl '.split(''));
    fc.assert(
      fc.property(addressHex, fc.nat(33), letter, (hex, at, other) => {
        const text = TronWeb.address.fromHex(hex);
        const misspelt = text.slice(0, at) + other + text.slice(at + 1);
        expect(isAddress(misspelt)).toBe(misspelt === text);
        expect(isAddress(misspelt)).toBe(tried(() => utils.crypto.isAddressValid(misspelt)) ?? false);
      }),
      { numRuns: 1000 },
    );
  });

  it('are those of the same keys', () => {
    fc.assert(
      fc.property(key, (privateKey) => {
        expect(addressOf(privateKey)).toBe(TronWeb.address.fromPrivateKey(privateKey));
      }),
      { numRuns: 200 },
    );
  });
});

describe('signatures', () => {
  it('are the same to the last bit', () => {
    fc.assert(
      fc.property(key, hash, (privateKey, bytes) => {
        const [signature] = utils.crypto.signTransaction(privateKey, { txID: bytesToHex(bytes) }).signature;
        expect(sign(bytes, privateKey)).toBe(signature?.toLowerCase());
        expect(recover(bytes, sign(bytes, privateKey))).toBe(addressOf(privateKey));
      }),
      { numRuns: 100 },
    );
  });

  it('of texts are recovered to the same address, from the right text and a wrong one', () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    fc.assert(
      fc.property(key, text, text, (privateKey, signed, other) => {
        const signature = utils.message.signMessage(signed, privateKey);
        expect(recoverSigner(signed, signature)).toBe(addressOf(privateKey));
        expect(recoverSigner(other, signature)).toBe(utils.message.verifyMessage(other, signature));
      }),
      { numRuns: 60 },
    );
  });

  it('that are damaged are recovered to the same address, or by neither', () => {
    fc.assert(
      fc.property(key, fc.nat(64), fc.nat(255), (privateKey, at, byte) => {
        const bytes = hexToBytes(utils.message.signMessage('hello', privateKey).slice(2));
        bytes[at] = byte;
        const signature = `0x${bytesToHex(bytes)}`;
        const ours = recoverSigner('hello', signature);
        // tronweb takes a v of 29 and more for one of the two; a signature made by a wallet has none of these.
        const isStrangeV = ![0, 1, 27, 28].includes(bytes[64] ?? 0);
        expect(ours).toBe(isStrangeV ? null : tried(() => utils.message.verifyMessage('hello', signature)));
      }),
      { numRuns: 200 },
    );
  });
});

describe('transfers', () => {
  const whole = fc.maxSafeNat();
  const transfer: fc.Arbitrary<RawTransfer> = fc.record({
    from: addressHex.map((hex) => makeAddress(hex) ?? ''),
    to: addressHex.map((hex) => makeAddress(hex) ?? ''),
    amount: whole.map((amount) => amount || 1),
    expirationMs: whole,
    timestampMs: whole,
    refBlockBytes: fc.uint8Array({ minLength: 2, maxLength: 2 }).map(bytesToHex),
    refBlockHash: fc.uint8Array({ minLength: 8, maxLength: 8 }).map(bytesToHex),
    refBlockNumber: fc.constant(0),
    data: fc.uint8Array({ maxLength: 300 }).map(bytesToHex),
    permissionId: fc.nat(9),
    feeLimit: fc.constantFrom(0, 1, 1_000_000_000),
  });

  it('are encoded in the bytes that tronweb makes of their JSON, and decoded from them', () => {
    fc.assert(
      fc.property(transfer, (raw) => {
        const txid = bytesToHex(new Uint8Array(32));
        const json: unknown = JSON.parse(makeTransaction({ txid, raw, signatures: [] }));
        const pb: unknown = utils.transaction.txJsonToPb(json);
        const bytes = encodeTransfer(raw);
        expect(bytesToHex(bytes)).toBe(utils.transaction.txPbToRawDataHex(pb).toLowerCase());
        expect(decodeTransfer(bytes)).toEqual({ ok: true, value: raw });
        const signed = { txid: utils.transaction.txPbToTxID(pb).slice(2), raw, signatures: ['ab'.repeat(65)] };
        expect(parseTransaction(makeTransaction(signed))).toEqual(signed);
      }),
      { numRuns: 1000 },
    );
  });

  it('are decoded from no bytes that differ from them by one', () => {
    fc.assert(
      fc.property(transfer, fc.nat(), fc.nat(255), (raw, at, byte) => {
        const bytes = encodeTransfer(raw);
        bytes[at % bytes.length] = byte;
        const decoded = decodeTransfer(bytes);
        if (decoded.ok) expect(bytesToHex(encodeTransfer(decoded.value))).toBe(bytesToHex(bytes));
      }),
      { numRuns: 2000 },
    );
  });

  it('are decoded from no noise', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(decodeTransfer(bytes).ok).toBe(false);
      }),
      { numRuns: 1000 },
    );
  });
});
