import { makeCommitment, makeHex, makeReveals, parseHex } from '@popfray/protocol/battle';
import type { Database } from '../platform/database/index.ts';

/**
 * Stores the commitment of a new battle. Call it in the transaction that stores the battle's secret (hex), so that no player sees a commitment that the
 * list will not have.
 */
export async function publishCommitment(
  db: Database,
  sessionId: string,
  secret: string,
  publishedAt: number,
): Promise<void> {
  const bytes = parseHex(secret);
  if (bytes === null) throw new Error(`the secret of session ${sessionId} is none`);
  const row = {
    commitment: makeHex(makeCommitment(makeReveals(bytes))),
    session_id: sessionId,
    published_at: Math.floor(publishedAt),
    day: null,
    number: null,
    head: null,
  };
  await db.insertInto('commitments').values(row).execute();
}
