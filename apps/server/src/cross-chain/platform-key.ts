import { createHmac, createPrivateKey, createPublicKey, hash, sign, verify, type KeyObject } from 'node:crypto';
import { makePlatformHeader, makePlatformText, type Blockchain } from '@popfray/protocol';

/** A platform that signs its calls. */
export interface Signer {
  readonly platform: Blockchain;
  readonly privateKey: KeyObject;
  /** Hex: what the cross-chain server knows it by. */
  readonly publicKey: string;
}

/** What comes before the 32 bytes of an ed25519 private key in PKCS #8. RFC 8410. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The signer of a private key: 32 bytes, hex. */
export function createSigner(platform: Blockchain, seed: string): Signer {
  const der = Buffer.concat([PKCS8_PREFIX, Buffer.from(seed, 'hex')]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { platform, privateKey, publicKey: Buffer.from(x, 'base64url').toString('hex') };
}

/** The platform's private key where none is configured, hex: it follows from the house's, which cannot be told from it. */
export const derivePlatformSeed = (houseKey: string): string =>
  createHmac('sha256', Buffer.from(houseKey, 'hex')).update('popfray platform key 1').digest('hex');

/** A public key from its 32 bytes: a platform's, or the wallet's that an address stands for. */
export const openPublicKey = (bytes: Uint8Array): KeyObject =>
  createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') },
    format: 'jwk',
  });

/** The keys of platforms, of which the last of a name counts. */
export const openPlatforms = (
  platforms: readonly Pick<Signer, 'platform' | 'publicKey'>[],
): ReadonlyMap<Blockchain, KeyObject> =>
  new Map(platforms.map(({ platform, publicKey }) => [platform, openPublicKey(Buffer.from(publicKey, 'hex'))]));

/** Whether a key signed the UTF-8 bytes of a text. `signature` is base64url. */
export const isSignedBy = (text: string, signature: string, key: KeyObject): boolean =>
  verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));

/** SHA-256 of a body, hex, as a signature covers it. */
export const bodyHashOf = (body: string): string => hash('sha256', body);

/** The Authorization header of a call. `nonce` is 16 unpredictable bytes, `path` has its query. */
export function signCall(
  { platform, privateKey }: Signer,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: string },
  nowMs: number,
  nonceBytes: Uint8Array,
): string {
  const timestamp = Math.floor(nowMs);
  const nonce = Buffer.from(nonceBytes).toString('hex');
  const text = makePlatformText({ platform, method, path, bodyHash: bodyHashOf(body), timestamp, nonce });
  const signature = sign(null, Buffer.from(text), privateKey).toString('base64url');
  return makePlatformHeader({ platform, timestamp, nonce, signature });
}
