import type { CrossChainContext } from './context.ts';
import { hashOfToken } from './caller.ts';
import { sql } from './directory.ts';
import type { ProvenPlayer } from './proof.ts';

/** Notes that a proof was used; false when it was before. */
export function useProof({ db }: CrossChainContext, address: string, nonce: string, expiresAt: number): boolean {
  const query = sql
    .insertInto('proofs')
    .values({ address, nonce, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing());
  return db.run(query) === 1;
}

/** Makes a player a member of a session and returns the token that speaks for the member; an earlier one of the same player ends. */
export function admit({ db, now, randomBytes }: CrossChainContext, sessionId: string, player: ProvenPlayer): string {
  const token = Buffer.from(randomBytes(32)).toString('base64url');
  const { userId, address, chain, username } = player;
  const changes = { chain, address, username, token_hash: hashOfToken(token), joined_at: Math.floor(now()) };
  db.run(
    sql
      .insertInto('members')
      .values({ session_id: sessionId, user_id: userId, ...changes })
      .onConflict((conflict) => conflict.columns(['session_id', 'user_id']).doUpdateSet(changes)),
  );
  return token;
}

/** Ends a membership. */
export const dismiss = ({ db }: CrossChainContext, sessionId: string, userId: string): void =>
  void db.run(sql.deleteFrom('members').where('session_id', '=', sessionId).where('user_id', '=', userId));
