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
  sql,
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
export const countReported = (db: Database): number =>
  db.get(openReports(sql).select(({ fn }) => fn.count<number>('chat_reports.message_id').distinct().as('count')))
    ?.count ?? 0;

/** A page of a list of reported messages. */
interface ReportFilter {
  readonly status: 'open' | 'decided';
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Messages that wait for the operator, the first reported first, or those decided, the newest decision first. */
export function reportsOf(context: Context, { status, before, limit }: ReportFilter): ChatReportPage {
  const { db } = context;
  const place = parseCursor(before);
  const rows = status === 'open' ? openMessages(db, place, limit + 1) : decidedMessages(db, place, limit + 1);
  const { page, next } = cutPage(rows, limit, ({ message_id: id, at }) => ({ at, id }));
  return { reports: page.flatMap(({ message_id }) => showReport(context, message_id) ?? []), next };
}

/** Messages that wait for the operator, with the time of their first open report, after a place in the order of these times. */
const openMessages = (db: Database, { at, id }: Place = { at: -1, id: '' }, limit: number) =>
  db.all(
    openReports(sql)
      .select(['chat_reports.message_id', ({ fn }) => fn.min('chat_reports.created_at').as('at')])
      .groupBy('chat_reports.message_id')
      .having(({ eb, fn, refTuple, tuple }) =>
        eb(refTuple(fn.min('chat_reports.created_at'), 'chat_reports.message_id'), '>', tuple(at, id)),
      )
      .orderBy(({ fn }) => fn.min('chat_reports.created_at'))
      .orderBy('chat_reports.message_id')
      .limit(limit),
  );

/** Messages that were decided, with the time of the decision, the newest first, before a place. */
const decidedMessages = (db: Database, { at, id }: Place = { at: Number.MAX_SAFE_INTEGER, id: '' }, limit: number) =>
  db.all(
    sql
      .selectFrom('chat_verdicts')
      .select(['message_id', 'at'])
      .where(({ eb, refTuple, tuple }) => eb(refTuple('at', 'message_id'), '<', tuple(at, id)))
      .orderBy('at', 'desc')
      .orderBy('message_id', 'desc')
      .limit(limit),
  );

/** What a player has written that was reported or judged, the newest first. */
export function reportsOfWriter(context: Context, userId: string, limit: number): ChatReport[] {
  const messages = context.db.all(
    sql
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
      .limit(limit),
  );
  return messages.flatMap(({ id }) => showReport(context, id) ?? []);
}

/** A message with its reports and what was said around it; null when there is none of this id. */
export function showReport({ db, now }: Pick<Context, 'db' | 'now'>, messageId: string): ChatReport | null {
  const row = findMessage(db, messageId);
  if (row === undefined) return null;
  const decided = findVerdict(db, messageId);
  const reports = db.all(
    sql
      .selectFrom('chat_reports')
      .selectAll()
      .where('message_id', '=', messageId)
      .orderBy('created_at')
      .orderBy('reporter'),
  );
  return {
    message: showWhole(row),
    sessionName: findSession(db, row.session_id)?.name ?? '',
    isHidden: decided?.outcome === 'hidden',
    reports: reports.map(({ reporter, reason, created_at }) => ({ reporter, reason, createdAt: created_at })),
    context: messagesAround(db, row).map(showWhole),
    mutedUntil: findMute(db, row.user_id, now())?.until ?? null,
    decision:
      decided === undefined
        ? null
        : { outcome: decided.outcome, reason: decided.reason, by: decided.by, at: decided.at },
  };
}

/** A message with the messages before and after it in its session, in their order. */
function messagesAround(db: Database, message: ChatMessageRow): ChatMessageRow[] {
  const { session_id: sessionId, created_at: createdAt } = message;
  const before = db.all(
    sql
      .selectFrom('chat_messages')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('created_at', '<', createdAt)
      .orderBy('created_at', 'desc')
      .limit(CONTEXT),
  );
  const after = db.all(
    sql
      .selectFrom('chat_messages')
      .selectAll()
      .where('session_id', '=', sessionId)
      .where('created_at', '>', createdAt)
      .orderBy('created_at')
      .limit(CONTEXT),
  );
  return [...before.toReversed(), message, ...after];
}

/** A message as the desk reads it, hidden or not. */
const showWhole = (row: ChatMessageRow): ChatMessage => showMessage({ ...row, verdict: null });

/** What was decided about a message; undefined when nothing was. */
const findVerdict = (db: Database, messageId: string): ChatVerdictRow | undefined =>
  db.get(sql.selectFrom('chat_verdicts').selectAll().where('message_id', '=', messageId));

/** Whether a message has a report that the operator has to decide. */
const hasOpenReport = (db: Database, messageId: string): boolean =>
  db.get(
    openReports(sql).select('chat_reports.message_id').where('chat_reports.message_id', '=', messageId).limit(1),
  ) !== undefined;

/** Whether the operator has hidden a message. */
export const isHidden = (db: Database, messageId: string): boolean => findVerdict(db, messageId)?.outcome === 'hidden';

/**
 * Hides a message, reported or not, or dismisses its reports, with the audit log in the same transaction. A hidden message stays hidden. A
 * dismissed one can be hidden later, and dismissed again after a new report.
 */
export function judgeMessage(
  context: Context,
  { messageId, outcome, reason, by }: Verdict,
): Result<null, 'ERR_CHAT_UNKNOWN' | 'ERR_DECIDED'> {
  const { db } = context;
  const at = Math.floor(context.now());
  const judged = db.transaction((): Result<ChatMessageRow, 'ERR_CHAT_UNKNOWN' | 'ERR_DECIDED'> => {
    const message = findMessage(db, messageId);
    if (message === undefined) return err('ERR_CHAT_UNKNOWN');
    const isOver = isHidden(db, messageId) || (outcome === 'dismissed' && !hasOpenReport(db, messageId));
    if (isOver) return err('ERR_DECIDED');
    const isShared = outcome === 'hidden' && findSession(db, message.session_id)?.scope === 'cross-chain';
    const row: ChatVerdictRow = { message_id: messageId, outcome, reason, by, at, forward_at: isShared ? at : null };
    const { message_id: _, ...change } = row;
    db.run(
      sql
        .insertInto('chat_verdicts')
        .values(row)
        .onConflict((conflict) => conflict.column('message_id').doUpdateSet(change)),
    );
    // What the cross-chain server does not have yet, it never gets.
    if (outcome === 'hidden')
      db.run(sql.updateTable('chat_messages').set({ forward_at: null }).where('id', '=', messageId));
    const act = outcome === 'hidden' ? 'chat-hidden' : 'report-dismissed';
    recordAuditEvent(db, { by, act, subject: messageId, reason }, at);
    return ok(message);
  });
  if (!judged.ok) return judged;
  if (outcome === 'hidden')
    context.bus.publish({ type: 'chat-removed', sessionId: judged.value.session_id, messageId });
  return ok(null);
}
