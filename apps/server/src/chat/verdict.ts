import { err, ok, type Result } from '@popfray/engine/result';
import type { ChatMessage } from '@popfray/protocol';
import type { ChatReport, ChatReportPage } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import {
  type ChatMessageRow,
  type ChatVerdictRow,
  cutPage,
  type Database,
  parseCursor,
  type Place,
} from '../platform/database/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import { findMessage, showMessage } from './message.ts';
import { findMute } from './mute.ts';
import { openReports } from './open-reports.ts';

/** What the operator decides about a message. */
export interface Verdict extends Pick<ChatVerdictRow, 'outcome' | 'reason' | 'by'> {
  readonly messageId: string;
}

/** Messages shown before and after one that was reported. */
const CONTEXT = 5;

/** How many messages wait for the operator. */
export async function countReported(db: Database): Promise<number> {
  const query = openReports(db).select(({ fn }) => fn.count<number>('chat_reports.message_id').distinct().as('count'));
  return (await query.executeTakeFirstOrThrow()).count;
}

/** A page of a list of reported messages. */
interface ReportFilter {
  readonly status: 'open' | 'decided';
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Messages that wait for the operator, the first reported first, or those decided, the newest decision first. */
export async function reportsOf(context: Context, { status, before, limit }: ReportFilter): Promise<ChatReportPage> {
  const { db } = context;
  const place = parseCursor(before);
  const rows =
    status === 'open' ? await openMessages(db, place, limit + 1) : await decidedMessages(db, place, limit + 1);
  const { page, next } = cutPage(rows, limit, ({ message_id: id, at }) => ({ at, id }));
  return {
    reports: await showReports(
      context,
      page.map(({ message_id: id }) => id),
    ),
    next,
  };
}

/** Messages with their reports, in the order of the ids. One that was deleted meanwhile is left out. */
async function showReports(context: Context, ids: readonly string[]): Promise<ChatReport[]> {
  const reports: ChatReport[] = [];
  for (const id of ids) {
    const report = await showReport(context, id);
    if (report !== null) reports.push(report);
  }
  return reports;
}

/** Messages that wait for the operator, with the time of their first open report, after a place in the order of these times. */
const openMessages = async (db: Database, { at, id }: Place = { at: -1, id: '' }, limit: number) =>
  openReports(db)
    .select(['chat_reports.message_id', ({ fn }) => fn.min('chat_reports.created_at').as('at')])
    .groupBy('chat_reports.message_id')
    .having(({ eb, fn, refTuple, tuple }) =>
      eb(refTuple(fn.min('chat_reports.created_at'), 'chat_reports.message_id'), '>', tuple(at, id)),
    )
    .orderBy(({ fn }) => fn.min('chat_reports.created_at'))
    .orderBy('chat_reports.message_id')
    .limit(limit)
    .execute();

/** Messages that were decided, with the time of the decision, the newest first, before a place. */
const decidedMessages = async (
  db: Database,
  { at, id }: Place = { at: Number.MAX_SAFE_INTEGER, id: '' },
  limit: number,
) =>
  db
    .selectFrom('chat_verdicts')
    .select(['message_id', 'at'])
    .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'message_id'), '<', tuple(at, id)))
    .orderBy('at', 'desc')
    .orderBy('message_id', 'desc')
    .limit(limit)
    .execute();

/** What a player has written that was reported or judged, the newest first. */
export async function reportsOfWriter(context: Context, userId: string, limit: number): Promise<ChatReport[]> {
  const messages = await context.db
    .selectFrom('chat_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('chat_reports').select('message_id')),
        eb('id', 'in', selectFrom('chat_verdicts').select('message_id')),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return showReports(
    context,
    messages.map(({ id }) => id),
  );
}

/** A message with its reports and what was said around it; null when there is none of this id. */
export async function showReport(
  { db, now }: Pick<Context, 'db' | 'now'>,
  messageId: string,
): Promise<ChatReport | null> {
  const row = await findMessage(db, messageId);
  if (row === undefined) return null;
  const decided = await findVerdict(db, messageId);
  const reports = await db
    .selectFrom('chat_reports')
    .selectAll()
    .where('message_id', '=', messageId)
    .orderBy('created_at')
    .orderBy('reporter')
    .execute();
  return {
    message: showWhole(row),
    sessionName: (await findSession(db, row.session_id))?.name ?? '',
    isHidden: decided?.outcome === 'hidden',
    reports: reports.map(({ reporter, reason, created_at }) => ({ reporter, reason, createdAt: created_at })),
    context: (await messagesAround(db, row)).map(showWhole),
    mutedUntil: (await findMute(db, row.user_id, now()))?.until ?? null,
    decision:
      decided === undefined
        ? null
        : { outcome: decided.outcome, reason: decided.reason, by: decided.by, at: decided.at },
  };
}

/** A message with the messages before and after it in its session, in their order. */
async function messagesAround(db: Database, message: ChatMessageRow): Promise<ChatMessageRow[]> {
  const { session_id: sessionId, created_at: createdAt } = message;
  const before = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('created_at', '<', createdAt)
    .orderBy('created_at', 'desc')
    .limit(CONTEXT)
    .execute();
  const after = await db
    .selectFrom('chat_messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('created_at', '>', createdAt)
    .orderBy('created_at')
    .limit(CONTEXT)
    .execute();
  return [...before.toReversed(), message, ...after];
}

/** A message as the desk reads it, hidden or not. */
const showWhole = (row: ChatMessageRow): ChatMessage => showMessage({ ...row, verdict: null });

/** What was decided about a message; undefined when nothing was. */
const findVerdict = async (db: Database, messageId: string): Promise<ChatVerdictRow | undefined> =>
  db.selectFrom('chat_verdicts').selectAll().where('message_id', '=', messageId).executeTakeFirst();

/** Whether a message has a report that the operator has to decide. */
const hasOpenReport = async (db: Database, messageId: string): Promise<boolean> =>
  (await openReports(db)
    .select('chat_reports.message_id')
    .where('chat_reports.message_id', '=', messageId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether the operator has hidden a message. */
export const isHidden = async (db: Database, messageId: string): Promise<boolean> =>
  (await findVerdict(db, messageId))?.outcome === 'hidden';

/**
 * Hides a message, reported or not, or dismisses its reports, with the audit log in the same transaction. A hidden message stays hidden. A
 * dismissed one can be hidden later, and dismissed again after a new report.
 */
export async function judgeMessage(
  context: Context,
  { messageId, outcome, reason, by }: Verdict,
): Promise<Result<null, 'ERR_CHAT_UNKNOWN' | 'ERR_DECIDED'>> {
  const { db } = context;
  const at = Math.floor(context.now());
  const judged = await db.inTransaction(
    async (): Promise<Result<ChatMessageRow, 'ERR_CHAT_UNKNOWN' | 'ERR_DECIDED'>> => {
      const message = await findMessage(db, messageId);
      if (message === undefined) return err('ERR_CHAT_UNKNOWN');
      const isOver =
        (await isHidden(db, messageId)) || (outcome === 'dismissed' && !(await hasOpenReport(db, messageId)));
      if (isOver) return err('ERR_DECIDED');
      const isShared = outcome === 'hidden' && (await findSession(db, message.session_id))?.scope === 'cross-chain';
      const row: ChatVerdictRow = { message_id: messageId, outcome, reason, by, at, forward_at: isShared ? at : null };
      const { message_id: _, ...change } = row;
      await db
        .insertInto('chat_verdicts')
        .values(row)
        .onConflict((conflict) => conflict.column('message_id').doUpdateSet(change))
        .execute();
      // What the cross-chain server does not have yet, it never gets.
      if (outcome === 'hidden')
        await db.updateTable('chat_messages').set({ forward_at: null }).where('id', '=', messageId).execute();
      const act = outcome === 'hidden' ? 'chat-hidden' : 'report-dismissed';
      await recordAuditEvent(db, { by, act, subject: messageId, reason }, at);
      return ok(message);
    },
  );
  if (!judged.ok) return judged;
  if (outcome === 'hidden')
    context.bus.publish({ type: 'chat-removed', sessionId: judged.value.session_id, messageId });
  return ok(null);
}
