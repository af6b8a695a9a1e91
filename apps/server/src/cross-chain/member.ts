import type { CrossChainContext } from './context.ts';
import { hashOfToken } from './caller.ts';
import type { ProvenPlayer } from './proof.ts';

/** Notes that a proof was used; false when it was before. */
export async function useProof(
  { db }: CrossChainContext,
  address: string,
  nonce: string,
  expiresAt: number,
): Promise<boolean> {
  const query = db
    .insertInto('proofs')
    .values({ address, nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing());
  return (await db.countChanges(query)) === 1;
}

/** Makes a player a member of a session and returns the token that speaks for the member; an earlier one of the same player ends. */
export async function admit(
  { db, now, randomBytes }: CrossChainContext,
  sessionId: string,
  player: ProvenPlayer,
): Promise<string> {
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const { userId, address, chain, username } = player;
  const changes = { chain, address, username, token_hash: hashOfToken(token), joined_at: Math.floor(now()) };
  await db
    .insertInto('members')
    .values({ session_id: sessionId, user_id: userId, ...changes })
    .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet(changes))
    .execute();
  return token;
}

/** Ends a membership. */
export const dismiss = async ({ db }: CrossChainContext, sessionId: string, userId: string): Promise<void> => {
  await db.deleteFrom('members').where('session_id', '=', sessionId).where('user_id', '=', userId).execute();
};
