import { err, ok, type Result } from '@popfray/engine/result';
import { makeSeatText, PROOF_MS, type Blockchain, type JoinForm } from '@popfray/protocol';
import { recoverSigner } from '@popfray/tron/node';
import { base58 } from '@scure/base';
import { parseUsername } from '../players/index.ts';
import { isSignedBy, openPublicKey } from './platform-key.ts';

/** A player whose wallet has signed for a seat. */
export interface ProvenPlayer {
  readonly userId: string;
  readonly address: string;
  readonly chain: Blockchain;
  readonly username: string;
}

/** The length of an ed25519 public key, which is what a `sol` address encodes, bytes. */
const KEY_BYTES = 32;

/** Whether an address signed a text, by chain. `sol`: ed25519 in base64url. `tron`: `signMessageV2` in hex. */
const SIGNED_BY: Readonly<Record<Blockchain, (text: string, signature: string, address: string) => boolean>> = {
  sol(text, signature, address) {
    const key = keyOf(address);
    return key !== null && isSignedBy(text, signature, key);
  },
  tron: (text, signature, address) => recoverSigner(text, signature) === address,
};

/**
 * Checks that a wallet signed for its owner's seat in a session, in time and under that name. It does not check whether the proof was used
 * before. `ERR_USERNAME` for a valid proof of a name that is not allowed.
 */
export function checkProof(
  sessionId: string,
  { userId, username, walletAddress, blockchain, proof }: JoinForm,
  nowMs: number,
): Result<ProvenPlayer, 'ERR_PROOF' | 'ERR_USERNAME'> {
  if (proof === undefined || userId !== walletAddress) return err('ERR_PROOF');
  const { nonce, expiresAt, signature } = proof;
  if (expiresAt <= nowMs || expiresAt > nowMs + PROOF_MS) return err('ERR_PROOF');
  const text = makeSeatText({ sessionId, blockchain, walletAddress, username, nonce, expiresAt });
  if (!SIGNED_BY[blockchain](text, signature, walletAddress)) return err('ERR_PROOF');
  const name = parseUsername(username);
  return name === null
    ? err('ERR_USERNAME')
    : ok({ userId, address: walletAddress, chain: blockchain, username: name });
}

/** The public key that a `sol` address encodes; null when it encodes none. */
function keyOf(address: string): ReturnType<typeof openPublicKey> | null {
  try {
    const bytes = base58.decode(address);
    return bytes.length === KEY_BYTES ? openPublicKey(bytes) : null;
  } catch {
    return null;
  }
}
