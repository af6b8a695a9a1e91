import { describe, expect, it } from 'vitest';
import { ALICE, makeDevChain, makeTransfer } from './dev-chain.fixture.ts';
import { recoverAddress } from './signature.ts';

const devChain = makeDevChain();
const signed = await makeTransfer(devChain);
devChain.close();

const hash = Buffer.from(signed.txID, 'hex');
const rs = String(signed.signature[0]).slice(0, 128).toLowerCase();
const v = Number.parseInt(String(signed.signature[0]).slice(128), 16) % 27;
const withV = (value: number): string => rs + value.toString(16).padStart(2, '0');

describe('a signature', () => {
  it('tells who made it, its v being 0 or 1, or 27 more', () => {
    expect(recoverAddress(hash, withV(v))).toEqual({ ok: true, value: ALICE.hex });
    expect(recoverAddress(hash, withV(v + 27))).toEqual({ ok: true, value: ALICE.hex });
  });

  it('tells the same in its other form, with the higher s, which TRON takes too', () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const higher = (order - BigInt(`0x${rs.slice(64)}`)).toString(16).padStart(64, '0');
    const other = `${rs.slice(0, 64)}${higher}0${1 - v}`;
    expect(recoverAddress(hash, other)).toEqual({ ok: true, value: ALICE.hex });
  });

  it('recovers another address with the other v, or for another hash', () => {
    expect(recoverAddress(hash, withV(1 - v))).not.toEqual({ ok: true, value: ALICE.hex });
    expect(recoverAddress(Buffer.alloc(32, 7), withV(v))).not.toEqual({ ok: true, value: ALICE.hex });
  });

  it.each([
    ['no hex', 'xyz', 'Signature is no hex'],
    ['half a byte', 'abc', 'Signature is no hex'],
    ['nothing', '', 'Signature size is 0'],
    ['64 bytes', rs, 'Signature size is 64'],
    ['66 bytes', `${withV(v)}00`, 'Signature size is 66'],
    ['v 2', withV(2), 'Header byte out of range: 2'],
    ['v 26', withV(26), 'Header byte out of range: 26'],
    ['v 29', withV(29), 'Header byte out of range: 29'],
    ['v 255', withV(255), 'Header byte out of range: 255'],
    ['zeros', '00'.repeat(65), 'Could not recover public key from signature'],
    ['r and s past the curve’s order', `${'ff'.repeat(64)}00`, 'Could not recover public key from signature'],
  ])('is none with %s', (_, text, error) => {
    expect(recoverAddress(hash, text)).toEqual({ ok: false, error });
  });
});
