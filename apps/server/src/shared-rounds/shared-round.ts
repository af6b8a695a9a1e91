import { createHash } from 'node:crypto';
import { verifyReplay } from '@popfray/engine';
import { err, ok, type Result } from '@popfray/engine/result';
import { SHARED_ROUND_MS, type FailureCode, type SharedRound } from '@popfray/protocol';
import { removeTrack } from '@popfray/protocol/battle';
import type { Context } from '../platform/context/index.ts';
import { commitTogether, type Database, type SharedRoundRow } from '../platform/database/index.ts';

/** Most shared rounds that are stored. The ones that would expire first are deleted. */
const MAX_SHARED_ROUNDS = 50_000;

/** Characters of an id: 96 bits of a hash. */
const ID_LENGTH = 16;

/**
 * Plays a finished round again and stores it for `SHARED_ROUND_MS`. The same round of the same player has the same id, and is only kept longer. A track is
 * not stored, because its bytes may be anything.
 * @param address the signed-in player, whose name the readers of the challenge see; null for a visitor
 * @param replayText text of a stranger
 */
export async function shareRound(
  { db, now }: Context,
  address: string | null,
  replayText: string,
): Promise<Result<{ readonly id: string; readonly expiresAt: number }, FailureCode>> {
  const sent = Buffer.from(replayText, 'base64url');
  // Node skips characters that are not base64url, so the bytes are encoded again and compared.
  if (sent.toString('base64url') !== replayText) return err('ERR_REPLAY_MALFORMED');
  const verified = verifyReplay(sent);
  if (!verified.ok) return err(verified.error.kind === 'wrong' ? 'ERR_REPLAY_WRONG' : 'ERR_REPLAY_MALFORMED');
  const bytes = removeTrack(sent);
  const nowMs = Math.floor(now());
  const row: SharedRoundRow = {
    id: idOf(address, bytes),
    address,
    score: verified.value.round.score,
    replay: bytes,
    shared_at: nowMs,
    expires_at: nowMs + SHARED_ROUND_MS,
  };
  await commitTogether(db, async () => store(db, row, nowMs));
  return ok({ id: row.id, expiresAt: row.expires_at });
}

/** A shared round with the current name of its player; `ERR_SHARED_UNKNOWN` for one that has expired and for any other id. */
export async function findSharedRound({ db, now }: Context, id: string): Promise<Result<SharedRound, FailureCode>> {
  const row = await db
    .selectFrom('shared_rounds')
    .leftJoin('players', 'players.address', 'shared_rounds.address')
    .select(['shared_rounds.replay', 'shared_rounds.expires_at', 'players.username'])
    .where('shared_rounds.id', '=', id)
    .where('shared_rounds.expires_at', '>', Math.floor(now()))
    .executeTakeFirst();
  if (row === undefined) return err('ERR_SHARED_UNKNOWN');
  return ok({
    id,
    username: row.username,
    replay: Buffer.from(row.replay).toString('base64url'),
    expiresAt: row.expires_at,
  });
}

/** Stores a row, and deletes those that have expired or are too many. */
async function store(db: Database, row: SharedRoundRow, nowMs: number): Promise<void> {
  await db
    .insertInto('shared_rounds')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ shared_at: row.shared_at, expires_at: row.expires_at }),
    )
    .execute();
  const last = await db
    .selectFrom('shared_rounds')
    .select('expires_at')
    .orderBy('expires_at', 'desc')
    .offset(MAX_SHARED_ROUNDS)
    .limit(1)
    .executeTakeFirst();
  await db
    .deleteFrom('shared_rounds')
    .where('expires_at', '<=', Math.max(nowMs, last?.expires_at ?? 0))
    .execute();
}

const idOf = (address: string | null, bytes: Uint8Array): string =>
  createHash('sha256')
    .update(address ?? '')
    .update('\n')
    .update(bytes)
    .digest('base64url')
    .slice(0, ID_LENGTH);
