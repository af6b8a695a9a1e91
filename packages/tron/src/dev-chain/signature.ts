import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { err, ok, type Result } from '@popfray/engine/result';

/** Bytes of a signature: r, s and v. */
const SIGNATURE_BYTES = 65;

/** What some signers add to v, which is 0 or 1. */
const V_OFFSET = 27;

/**
 * The address, hex, whose key signed a hash; or why there is none, as text for the caller of the broadcast. A signature is lower-case hex of
 * exactly 65 bytes, its last 0, 1, 27 or 28.
 */
export function recoverAddress(hash: Uint8Array, signature: string): Result<string, string> {
  if (!/^(?:[0-9a-f]{2})*$/.test(signature)) return err('Signature is no hex');
  const bytes = Buffer.from(signature, 'hex');
  if (bytes.length !== SIGNATURE_BYTES) return err(`Signature size is ${bytes.length}`);
  const v = bytes.readUInt8(SIGNATURE_BYTES - 1);
  const recovery = v < V_OFFSET ? v : v - V_OFFSET;
  if (recovery > 1) return err(`Header byte out of range: ${v}`);
  try {
    const curve = secp256k1.Signature.fromBytes(bytes.subarray(0, -1), 'compact').addRecoveryBit(recovery);
    return ok(addressOf(curve.recoverPublicKey(hash).toBytes(false)));
  } catch {
    // r or s is outside the curve's order, or no point of the curve.
    return err('Could not recover public key from signature');
  }
}

/** The address of an uncompressed public key: 0x41 and the last 20 bytes of its hash. */
function addressOf(publicKey: Uint8Array): string {
  return `41${Buffer.from(keccak_256(publicKey.subarray(1))).toString('hex', 12)}`;
}
