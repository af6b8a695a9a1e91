import { createHash } from 'node:crypto';
import { err, ok, type Result } from '@popfray/engine/result';
import { crossChain, verifyReplay, type Replay } from '@popfray/engine';
import {
  MAX_PRACTICE_ROUNDS_A_DAY,
  type FailureCode,
  type PracticeCategory,
  type PracticeVerdict,
} from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { commitTogether, type Database, type PracticeRoundRow } from '../platform/database/index.ts';
import { countGame, showPlayer } from '../players/index.ts';
import { DAY_MS, dayOf } from '../platform/clock/index.ts';
import { isOfTicket } from '../rounds/index.ts';
import { boughtSince } from '../upgrades/index.ts';

/** How long a counted round is remembered, ms. The daily cap bounds what is counted again after that. */
const REMEMBERED_MS = 30 * DAY_MS;

/** How long after an upgrade's end a round with it may be handed in, ms: the page keeps rounds while the server is away. */
const LATE_UPGRADE_MS = DAY_MS;

/**
 * Plays a practice round again and counts it once in its player's statistics, as long as the day's cap allows. A score that the inputs
 * do not give, the replay of a battle or of a ticket's round, and upgrades that the player never had, are refused and change nothing.
 */
export async function countPractice(
  context: Context,
  address: string,
  replayText: string,
): Promise<Result<PracticeVerdict, FailureCode>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const bytes = Buffer.from(replayText, 'base64url');
  // Node skips characters that are not base64url, so the bytes are encoded again and compared.
  if (bytes.toString('base64url') !== replayText) return err('ERR_REPLAY_MALFORMED');
  const verified = verifyReplay(bytes);
  if (!verified.ok) return err(verified.error.kind === 'wrong' ? 'ERR_REPLAY_WRONG' : 'ERR_REPLAY_MALFORMED');
  const { replay } = verified.value;
  if (typeof replay.entropy !== 'string') return err('ERR_PRACTICE_BATTLE');
  if (await isOfTicket(db, replay.entropy)) return err('ERR_PRACTICE_TICKET');
  if (!(await mayPlayWith(db, address, replay, nowMs))) return err('ERR_PRACTICE_UPGRADES');
  const row: PracticeRoundRow = {
    address,
    hash: hashOf(replay),
    category: categoryOf(replay),
    score: replay.score,
    played_at: nowMs,
  };
  const outcome = await commitTogether(db, async () => count(db, row));
  return ok({ outcome, category: row.category, score: row.score, player: await showPlayer(context, address) });
}

/** Rounds under a battle's rules count as battles, all others as free play. */
const categoryOf = ({ rulesId }: Replay): PracticeCategory =>
  rulesId === crossChain.id ? 'cross-chain-battle' : 'free-play';

/** Whether a player had each upgrade of a round. Rounds under a battle's rules are played without any. */
async function mayPlayWith(
  db: Database,
  address: string,
  { rulesId, loadout }: Replay,
  nowMs: number,
): Promise<boolean> {
  if (loadout.length === 0) return true;
  if (rulesId === crossChain.id) return false;
  const bought = await boughtSince(db, address, nowMs - LATE_UPGRADE_MS);
  return loadout.every((id) => bought.has(id));
}

async function count(db: Database, row: PracticeRoundRow): Promise<PracticeVerdict['outcome']> {
  const { address, hash, category, score, played_at: nowMs } = row;
  if (await isCounted(db, address, hash)) return 'repeated';
  if ((await countSince(db, address, dayOf(nowMs).startMs)) >= MAX_PRACTICE_ROUNDS_A_DAY) return 'limit';
  await db.insertInto('practice_rounds').values(row).execute();
  await db
    .deleteFrom('practice_rounds')
    .where('address', '=', address)
    .where('played_at', '<', nowMs - REMEMBERED_MS)
    .execute();
  await countGame(db, { address, category, score });
  return 'counted';
}

/** Whether a player's round was counted before. */
const isCounted = async (db: Database, address: string, hash: string): Promise<boolean> =>
  (await db
    .selectFrom('practice_rounds')
    .select('hash')
    .where('address', '=', address)
    .where('hash', '=', hash)
    .executeTakeFirst()) !== undefined;

/** How many rounds of a player were counted since a time, epoch ms. */
async function countSince(db: Database, address: string, sinceMs: number): Promise<number> {
  const row = await db
    .selectFrom('practice_rounds')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('address', '=', address)
    .where('played_at', '>=', sinceMs)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** The same for the same round, however its replay is encoded. */
function hashOf({ rulesId, rulesVersion, entropy, loadout, inputs }: Replay): string {
  return createHash('sha256')
    .update(JSON.stringify([rulesId, rulesVersion, entropy, loadout]))
    .update(new Uint8Array(inputs.buffer, inputs.byteOffset, inputs.byteLength))
    .digest('base64url');
}
