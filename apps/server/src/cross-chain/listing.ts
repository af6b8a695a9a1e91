import { err, ok, type Result } from '@popfray/engine/result';
import type { Blockchain, Participant, Session, SessionStatus } from '@popfray/protocol';
import type { Database } from '../platform/database/index.ts';
import type { CrossChainContext } from './context.ts';
import type { DirectoryTables, ListedRow } from './directory.ts';

/** Most open sessions that are listed of the paid ones and of the free ones, the newest first; and most that have ended. */
const LISTED = 200;
const LISTED_ENDED = 20;

/** How long a session is listed after its end, ms. */
const ENDED_MS = 5 * 60_000;

/** How long after its last moment a session of which its host says nothing more is still listed, ms. */
const SILENT_MS = 10 * 60_000;

/** How long a session is remembered after its end, ms, and with it its members and its chat. */
const KEPT_MS = 24 * 60 * 60_000;

/** Longest session as JSON, bytes: several times what eight players with long names take, and well within a platform's message. */
const MAX_SESSION_BYTES = 16_384;

/** Most open sessions of a platform: some 20 MB. */
const MAX_OPEN = 5_000;

const ENDS: ReadonlySet<SessionStatus> = new Set(['settled', 'cancelled', 'expired']);

/** A listed session, as anybody may see it. */
export const showListed = ({ session }: ListedRow): Session => JSON.parse(session) as Session;

/** A listed session by its id. */
export const findListed = async (db: Database<DirectoryTables>, id: string): Promise<ListedRow | undefined> =>
  db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst();

/**
 * The sessions that are open, the newest first, and those that ended a short while ago. Paid and free ones each have a share of the list,
 * so that the one kind cannot push the other off it.
 */
export async function listSessions({ db, now }: Pick<CrossChainContext, 'db' | 'now'>): Promise<Session[]> {
  const nowMs = Math.floor(now());
  const openOf = async (isPaid: boolean): Promise<ListedRow[]> =>
    db
      .selectFrom('sessions')
      .selectAll()
      .where('ended_at', 'is', null)
      .where('lapses_at', '>', nowMs)
      .where('fee_sun', isPaid ? '>' : '=', 0)
      .orderBy('created_at', 'desc')
      .limit(LISTED)
      .execute();
  const open = [...(await openOf(true)), ...(await openOf(false))].toSorted((a, b) => b.created_at - a.created_at);
  const ended = db
    .selectFrom('sessions')
    .selectAll()
    .where('ended_at', '>', nowMs - ENDED_MS)
    .orderBy('ended_at', 'desc')
    .limit(LISTED_ENDED);
  return [...open, ...(await ended.execute())].map(showListed);
}

/** Counts the open free sessions of a host's user. */
export async function countFree(
  { db, now }: Pick<CrossChainContext, 'db' | 'now'>,
  hostUserId: string,
): Promise<number> {
  const query = db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('host_user_id', '=', hostUserId)
    .where('ended_at', 'is', null)
    .where('lapses_at', '>', Math.floor(now()))
    .where('fee_sun', '=', 0);
  return (await query.executeTakeFirst())?.count ?? 0;
}

/** A listed session, and whether it says something new. */
export interface Listed {
  readonly session: Session;
  readonly isChanged: boolean;
}

/**
 * Lists a session as its host says it is, or changes what is listed. One that has ended stays as it ended. A score that another platform
 * has reported stays until the host has its own. What was sent before something newer changes nothing.
 */
export async function putSession(
  { db, now }: Pick<CrossChainContext, 'db' | 'now'>,
  platform: Blockchain,
  sent: Session,
  revision: number,
): Promise<Result<Listed, 'ERR_BODY' | 'ERR_PLATFORM' | 'ERR_SESSION_STATE' | 'ERR_RATE'>> {
  const nowMs = Math.floor(now());
  return db.inTransaction(async (): Promise<ReturnType<typeof putSession>> => {
    const known = await findListed(db, sent.id);
    if (known !== undefined && known.platform !== platform) return err('ERR_PLATFORM');
    if (known === undefined && (await countOpen(db, platform)) >= MAX_OPEN) return err('ERR_RATE');
    if (known !== undefined && known.revision > revision) return ok({ session: showListed(known), isChanged: false });
    const before = known === undefined ? [] : showListed(known).participants;
    const endedAt = ENDS.has(sent.status) ? (known?.ended_at ?? nowMs) : null;
    const session: Session = {
      ...sent,
      // A host may say by a word alone that it is over.
      endedAt: endedAt === null ? null : (sent.endedAt ?? endedAt),
      isShared: true,
      isHostedHere: false,
      participants: sent.participants.map((player) => keepReported(player, before)),
    };
    const text = JSON.stringify(session);
    if (Buffer.byteLength(text) > MAX_SESSION_BYTES) return err('ERR_BODY');
    if (known?.session === text) {
      await db.updateTable('sessions').set({ revision }).where('id', '=', session.id).execute();
      return ok({ session, isChanged: false });
    }
    if (known !== undefined && known.ended_at !== null && known.status !== session.status)
      return err('ERR_SESSION_STATE');
    const row: ListedRow = {
      id: session.id,
      platform,
      status: session.status,
      revision,
      session: text,
      host_user_id: session.hostUserId,
      fee_sun: session.entryFeeSun,
      created_at: known?.created_at ?? nowMs,
      ended_at: endedAt,
      lapses_at: Math.max(session.expiresAt, session.startsAt ?? 0, nowMs) + SILENT_MS,
    };
    const { id: _, ...changes } = row;
    await db
      .insertInto('sessions')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(changes))
      .execute();
    return ok({ session, isChanged: true });
  });
}

/** Changes one participant of a listed session, within the caller's transaction, in which `row` was read. */
export async function putParticipant(
  context: Pick<CrossChainContext, 'db' | 'now'>,
  row: ListedRow,
  userId: string,
  change: Partial<Pick<Participant, 'status' | 'score' | 'scoreSource' | 'position'>>,
): ReturnType<typeof putSession> {
  const session = showListed(row);
  const participants = session.participants.map((player) =>
    player.userId === userId ? { ...player, ...change } : player,
  );
  return putSession(context, row.platform, { ...session, participants }, row.revision);
}

/** Deletes old data: sessions that ended long ago, with their members and chats, and proofs that have expired. */
export async function forgetOld({ db, now }: Pick<CrossChainContext, 'db' | 'now'>): Promise<void> {
  const nowMs = Math.floor(now());
  await db
    .deleteFrom('sessions')
    .where('lapses_at', '<', nowMs - KEPT_MS)
    .execute();
  await db.deleteFrom('proofs').where('expires_at', '<', nowMs).execute();
}

function keepReported(player: Participant, before: readonly Participant[]): Participant {
  if (player.score !== null) return player;
  const known = before.find(({ userId }) => userId === player.userId);
  return known?.scoreSource === 'reported' ? { ...player, score: known.score, scoreSource: 'reported' } : player;
}

async function countOpen(db: Database<DirectoryTables>, platform: Blockchain): Promise<number> {
  const query = db
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('ended_at', 'is', null)
    .where('platform', '=', platform);
  return (await query.executeTakeFirst())?.count ?? 0;
}
