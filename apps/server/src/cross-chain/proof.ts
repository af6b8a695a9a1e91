import { err, ok, type Result } from '@popfray/chain';
import { makeSeatText, PROOF_MS, type JoinForm } from '@popfray/protocol';
import { base58 } from '@scure/base';
import { parseUsername } from '../players/username.ts';
import { isSignedBy, openPublicKey } from './platform-key.ts';

/** A player of another chain whose wallet has signed. */
export interface ProvenPlayer {
  readonly userId: string;
  readonly address: string;
  readonly chain: 'sol';
  readonly username: string;
}

/** Bytes of an ed25519 public key, and so of what an address says. */
const KEY_BYTES = 32;

/**
 * Whether a wallet signed that its owner takes a seat in a session, in time and under that name. Says nothing of whether the proof was used
 * before. `ERR_USERNAME` for a proof that is right, of a name that cannot be.
 */
export function checkProof(
  sessionId: string,
  { userId, username, walletAddress, blockchain, proof }: JoinForm,
  nowMs: number,
): Result<ProvenPlayer, 'ERR_PROOF' | 'ERR_USERNAME'> {
  const key = blockchain === 'sol' ? keyOf(walletAddress) : null;
  if (proof === undefined || key === null || userId !== walletAddress) return err('ERR_PROOF');
  const { nonce, expiresAt, signature } = proof;
  if (expiresAt <= nowMs || expiresAt > nowMs + PROOF_MS) return err('ERR_PROOF');
  const text = makeSeatText({ sessionId, blockchain, walletAddress, username, nonce, expiresAt });
  if (!isSignedBy(text, signature, key)) return err('ERR_PROOF');
  const name = parseUsername(username);
  return name === null ? err('ERR_USERNAME') : ok({ userId, address: walletAddress, chain: 'sol', username: name });
}

/** The public key that an address is; null for none. */
function keyOf(address: string): ReturnType<typeof openPublicKey> | null {
  try {
    const bytes = base58.decode(address);
    return bytes.length === KEY_BYTES ? openPublicKey(bytes) : null;
  } catch {
    return null;
  }
}
