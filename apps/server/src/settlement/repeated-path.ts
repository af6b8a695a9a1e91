import { decodeReplay } from '@popfray/engine';
import { BATTLE_MS, decodePath, PATH_START } from '@popfray/protocol/battle';
import { type Conduct, countShared, FEWEST_SHARED, isCopy, sketchRound } from '../conduct/index.ts';
import type { Database } from '../platform/database/index.ts';

/** How far back paths are compared, ms: 30 days. */
const MEMORY_MS = 30 * 86_400_000;
/** Most rows that are read, the newest ones. */
const MAX_ROWS = 256;

/** A player of a round that is settled. */
interface Examined {
  /** `makeShareId`. */
  readonly roundId: string;
  readonly conduct: Conduct | null;
}

/**
 * Compares the path of each player with those of the players before, and with the earlier round that shares most of its rhythm. Returns their conduct, with `repeated`
 * among the reasons where a path is the same, and stores the marks of all. Run it in the transaction of the settlement.
 */
export async function findRepeats(
  db: Database,
  players: readonly Examined[],
  nowMs: number,
): Promise<(Conduct | null)[]> {
  const checked: (Conduct | null)[] = [];
  for (const { conduct } of players) {
    const isCopied = conduct !== null && (isCopyOfAny(conduct, checked) || (await isStored(db, conduct, nowMs)));
    checked.push(isCopied ? { ...conduct, reasons: [...conduct.reasons, 'repeated'] } : conduct);
  }
  const rows = players.flatMap(({ roundId, conduct }) =>
    (conduct?.marks ?? []).map((mark) => ({ mark, examined_at: nowMs, round_id: roundId })),
  );
  if (rows.length > 0) await db.insertInto('path_marks').values(rows).execute();
  return checked;
}

/** Whether a path is that of another player of the same battle. */
const isCopyOfAny = ({ marks, sketch }: Conduct, others: readonly (Conduct | null)[]): boolean =>
  sketch !== null &&
  others.some((other) => {
    const otherSketch = other?.sketch ?? null;
    if (otherSketch === null || countShared(marks, other?.marks ?? []) < FEWEST_SHARED) return false;
    return isCopy(sketch, otherSketch);
  });

/** Whether a path is that of the stored round whose rhythm is the most similar. */
async function isStored(db: Database, { marks, sketch }: Conduct, nowMs: number): Promise<boolean> {
  if (sketch === null || marks.length === 0) return false;
  const likest = await findLikest(db, marks, nowMs);
  const other = likest === null ? null : await readPlay(db, likest);
  return other !== null && isCopy(sketch, sketchRound(other.inputs, other.path));
}

/** The recent round that shares the most marks, and enough of them; null without one. */
async function findLikest(db: Database, marks: readonly number[], nowMs: number): Promise<string | null> {
  const rows = await db
    .selectFrom('path_marks')
    .select('round_id')
    .where('mark', 'in', marks)
    .where('examined_at', '>', nowMs - MEMORY_MS)
    .orderBy('examined_at', 'desc')
    .limit(MAX_ROWS)
    .execute();
  const shared = new Map<string, number>();
  for (const { round_id: id } of rows) shared.set(id, (shared.get(id) ?? 0) + 1);
  let likest: string | null = null;
  let most = FEWEST_SHARED - 1;
  for (const [id, count] of shared) if (count > most) [likest, most] = [id, count];
  return likest;
}

/** The clicks and the path of a stored round; null when it is not there. */
async function readPlay(db: Database, roundId: string): Promise<{ inputs: Int32Array; path: Int32Array } | null> {
  const row = (await findBattleRound(db, roundId)) ?? (await findSolo(db, roundId));
  if (row === undefined || row.path === null) return null;
  const replay = decodeReplay(row.replay);
  const path = decodePath(row.path, PATH_START, BATTLE_MS);
  if (!replay.ok || !path.ok) throw new Error(`the stored round ${roundId} cannot be read`);
  return { inputs: replay.value.inputs, path: path.value.samples };
}

const findBattleRound = async (db: Database, roundId: string) =>
  db
    .selectFrom('examinations')
    .innerJoin('results', (join) =>
      join
        .onRef('results.session_id', '=', 'examinations.session_id')
        .onRef('results.place', '=', 'examinations.place'),
    )
    .select(['results.replay', 'examinations.path'])
    .where('examinations.id', '=', roundId)
    .executeTakeFirst();

/** A solo round's session is the part before its place. */
const findSolo = async (db: Database, roundId: string) =>
  db
    .selectFrom('rounds')
    .select(['replay', 'path'])
    .where('id', '=', roundId.slice(0, roundId.lastIndexOf('.')))
    .executeTakeFirst();
