import { err, ok, type Result } from '@popfray/engine/result';
import { CHALLENGE_MS, type Challenge, type FailureCode } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { ChallengeRow } from '../platform/database/index.ts';

/** Bytes of a nonce: 128 bits. TRON.md section 5. */
const NONCE_BYTES = 16;

/** What a wallet is asked to sign for, in the words that its person reads. */
const WORDS = {
  'sign-in': {
    request: 'wants you to sign in with your TRON account:',
    statement: 'Sign in to Popfray. This costs nothing and moves no TRX.',
  },
  deletion: {
    request: 'wants you to delete the profile of your TRON account:',
    statement: 'Delete my Popfray profile. This cannot be undone. It costs nothing and moves no TRX.',
  },
} as const;

/** What a signature is for. One that was given for the one is worth nothing for the other. */
type ChallengePurpose = keyof typeof WORDS;

/**
 * The text that a wallet signs: CAIP-122 as TRON.md section 5 spells it. Everything in it is the server's own, so that a signature
 * for another site, purpose, address, chain or day is one for another text.
 */
export function makeChallengeText(about: {
  readonly address: string;
  readonly origin: string;
  readonly chainId: string;
  readonly nonce: string;
  readonly issuedAtMs: number;
  readonly purpose: ChallengePurpose;
}): string {
  const { address, origin, chainId, nonce, issuedAtMs, purpose } = about;
  const { request, statement } = WORDS[purpose];
  return [
    `${new URL(origin).host} ${request}`,
    address,
    '',
    statement,
    '',
    `URI: ${origin}`,
    'Version: 1',
    `Chain ID: tron:${chainId}`,
    `Nonce: ${nonce}`,
    `Issued At: ${new Date(issuedAtMs).toISOString()}`,
    `Expiration Time: ${new Date(issuedAtMs + CHALLENGE_MS).toISOString()}`,
  ].join('\n');
}

/** Writes a challenge down for a wallet that is about to sign on a page of `origin`. Sweeps the old ones away. */
export async function createChallenge(
  context: Context,
  address: string,
  origin: string,
  purpose: ChallengePurpose,
): Promise<Challenge> {
  const { db, settings } = context;
  const issuedAtMs = Math.floor(context.now());
  const nonce = Buffer.from(context.randomBytes(NONCE_BYTES)).toString('hex');
  const text = makeChallengeText({ address, origin, chainId: settings.network.chainId, nonce, issuedAtMs, purpose });
  const expiresAt = issuedAtMs + CHALLENGE_MS;
  await db.inTransaction(async () => {
    await db.deleteFrom('challenges').where('expires_at', '<=', issuedAtMs).execute();
    const row: ChallengeRow = { nonce, address, text, created_at: issuedAtMs, expires_at: expiresAt, used_at: null };
    await db.insertInto('challenges').values(row).execute();
  });
  return { nonce, text, expiresAt };
}

/** What a page claims: that a wallet has signed the challenge of a nonce. */
export interface ChallengeAnswer {
  readonly address: string;
  readonly nonce: string;
  readonly signature: string;
}

/**
 * Takes the answer to a challenge: the address that it proves, or why it proves none. The challenge is used up by it, rightly or
 * wrongly answered; what is verified is the text that was stored, never one that came along.
 */
export async function answerChallenge(
  context: Context,
  { address, nonce, signature }: ChallengeAnswer,
  origin: string,
  purpose: ChallengePurpose,
): Promise<Result<string, FailureCode>> {
  const { db, chain } = context;
  const nowMs = Math.floor(context.now());
  const taken = await db
    .updateTable('challenges')
    .set({ used_at: nowMs })
    .where('nonce', '=', nonce)
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returningAll()
    .executeTakeFirst();
  if (taken === undefined || taken.address !== address) return err('ERR_CHALLENGE');
  const lines = taken.text.split('\n');
  const isForThis = lines.includes(`URI: ${origin}`) && lines.includes(WORDS[purpose].statement);
  if (!isForThis) return err('ERR_CHALLENGE');
  const signer = chain.recoverSigner(taken.text, signature);
  return signer === taken.address ? ok(signer) : err('ERR_SIGNATURE');
}
