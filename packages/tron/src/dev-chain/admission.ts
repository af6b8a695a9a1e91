import { makeBase58 } from './address.ts';
import { referenceTo, type Block } from './block.ts';
import { CONTRACT_COUNT, DUPLICATE, EXPIRED, signatureError, TAPOS, tooBig, type Refusal } from './refusal.ts';
import { recoverAddress } from './signature.ts';
import { sizeOf, type Transaction, type Transfer } from './transaction.ts';

/** What of the chain decides whether it takes a transaction. */
export interface Surroundings {
  readonly head: Block;
  /** A block by its number. */
  block(number: number): Block | undefined;
  /** Whether a transaction of this id is pending or in a block. */
  has(txid: string): boolean;
}

/** Most bytes of a transaction with its signatures: java-tron's TRANSACTION_MAX_BYTE_SIZE. */
const MAX_BYTES = 512_000;

/** Furthest that an expiration may lie ahead of the head, ms: java-tron's MAXIMUM_TIME_UNTIL_EXPIRATION, 24 h. */
const MAX_LIFE_MS = 86_400_000;

/** Blocks that a reference reaches back: its two bytes are the number's last. */
const REFERENCE_SPAN = 65_536;

/** Keys in a default permission, which all accounts have here. */
const KEYS = 1;

/** Ids of the permissions that every account is born with: the owner's, and the first active one. */
const PERMISSIONS = new Set([0, 2]);

/**
 * Checks everything of a transaction that does not depend on accounts, in java-tron's order: signature, reference to a block,
 * size, expiration, one contract, not seen before. Returns the transfer that it holds, or why it is refused.
 */
export function admit(transaction: Transaction, around: Surroundings): Transfer | Refusal {
  const { txid, transfers, expiresAtMs } = transaction;
  const forgery = findForgery(transaction);
  if (forgery !== undefined) return signatureError(forgery);
  if (!isOnChain(transaction, around)) return TAPOS;
  const bytes = sizeOf(transaction);
  if (bytes > MAX_BYTES) return tooBig(txid, bytes, MAX_BYTES);
  if (hasExpired(transaction, around.head) || expiresAtMs > around.head.timestampMs + MAX_LIFE_MS) return EXPIRED;
  const [transfer, second] = transfers;
  if (transfer === undefined || second !== undefined) return CONTRACT_COUNT;
  return around.has(txid) ? DUPLICATE : transfer;
}

/** Whether a transaction can no longer follow a block. */
export const hasExpired = ({ expiresAtMs }: Transaction, head: Block): boolean => expiresAtMs <= head.timestampMs;

/** What is wrong with the signatures; undefined when exactly the owner has signed. */
function findForgery({ txid, transfers, signatures }: Transaction): string | undefined {
  const [transfer] = transfers;
  const [signature] = signatures;
  if (transfer === undefined || signature === undefined) return 'miss sig or contract';
  if (!PERMISSIONS.has(transfer.permissionId)) return "permission isn't exit";
  if (signatures.length > KEYS) {
    return `Signature count is ${signatures.length} more than key counts of permission : ${KEYS}`;
  }
  const signer = recoverAddress(Buffer.from(txid, 'hex'), signature);
  if (!signer.ok) return signer.error;
  if (signer.value === transfer.from) return undefined;
  return `${txid} is signed by ${makeBase58(signer.value)} but it is not contained of permission.`;
}

/** Whether the block that a transaction refers to is on this chain (TAPOS). */
function isOnChain({ refBlockBytes, refBlockHash }: Transaction, { head, block }: Surroundings): boolean {
  const back = (head.number - Number.parseInt(refBlockBytes || '0', 16)) % REFERENCE_SPAN;
  const referred = block(head.number - ((back + REFERENCE_SPAN) % REFERENCE_SPAN));
  if (referred === undefined) return false;
  const { bytes, hash } = referenceTo(referred);
  return bytes === refBlockBytes && hash === refBlockHash;
}
