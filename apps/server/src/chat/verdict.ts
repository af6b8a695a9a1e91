import { err, ok, type Result } from '@popfray/engine/result';
import type { ChatMessage } from '@popfray/protocol';
import type { ChatReport, ChatReportPage } from '@popfray/protocol/admin';
import { recordAuditEvent } from '../platform/audit/index.ts';
import {
  type ChatMessageRow,
  type ChatReportRow,
  type ChatVerdictRow,
  cutPage,
  type Database,
  parseCursor,
  perDatabase,
  sql,
} from '../platform/database/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import { findMessage, showMessage } from './message.ts';
import { findMute } from './mute.ts';

/** What the operator decides about a message. */
export interface Verdict extends Pick<ChatVerdictRow, 'outcome' | 'reason' | 'by'> {
  readonly messageId: string;
}

/** Messages shown before and after one that was reported. */
const CONTEXT = 5;

/** A message that waits for the operator, or did: by its first open report, or by what was decided. */
interface Listed {
  readonly message_id: string;
  readonly at: number;
}

/** Reports with what was decided about their message, as SQL. */
export const REPORTS =
  'FROM chat_reports LEFT JOIN chat_verdicts ON chat_verdicts.message_id = chat_reports.message_id';
/** Those of them that nothing was decided about since; of a hidden one there are none. */
export const IS_OPEN =
  "(chat_verdicts.at IS NULL OR (chat_verdicts.outcome = 'dismissed' AND chat_reports.created_at > chat_verdicts.at))";

const statements = perDatabase((db) => ({
  count: db.prepare<[], number>(`SELECT count(DISTINCT chat_reports.message_id) ${REPORTS} WHERE ${IS_OPEN}`).pluck(),
  open: db.prepare<[number, string, number], Listed>(
    `SELECT chat_reports.message_id, min(created_at) AS at ${REPORTS} WHERE ${IS_OPEN}
     GROUP BY chat_reports.message_id HAVING (min(created_at), chat_reports.message_id) > (?, ?)
     ORDER BY min(created_at), chat_reports.message_id LIMIT ?`,
  ),
  decided: db.prepare<[number, string, number], Listed>(
    `SELECT message_id, at FROM chat_verdicts WHERE (at, message_id) < (?, ?)
     ORDER BY at DESC, message_id DESC LIMIT ?`,
  ),
  hasOpen: db.prepare<[string], 1>(`SELECT 1 ${REPORTS} WHERE chat_reports.message_id = ? AND ${IS_OPEN} LIMIT 1`),
  reports: db.prepare<[string], ChatReportRow>('SELECT * FROM chat_reports WHERE message_id = ? ORDER BY created_at'),
  verdict: db.prepare<[string], ChatVerdictRow>('SELECT * FROM chat_verdicts WHERE message_id = ?'),
  before: db.prepare<[string, number, number], ChatMessageRow>(
    'SELECT * FROM chat_messages WHERE session_id = ? AND created_at < ? ORDER BY created_at DESC LIMIT ?',
  ),
  after: db.prepare<[string, number, number], ChatMessageRow>(
    'SELECT * FROM chat_messages WHERE session_id = ? AND created_at > ? ORDER BY created_at LIMIT ?',
  ),
  sessionName: db.prepare<[string], string>('SELECT name FROM sessions WHERE id = ?').pluck(),
  ofWriter: db
    .prepare<[string, number], string>(
      `SELECT id FROM chat_messages WHERE user_id = ?
         AND (id IN (SELECT message_id FROM chat_reports) OR id IN (SELECT message_id FROM chat_verdicts))
       ORDER BY created_at DESC LIMIT ?`,
    )
    .pluck(),
}));

/** How many messages wait for the operator. */
export const countReported = (db: Database): number => statements(db).count.get() ?? 0;

/** A page of a list of reported messages. */
interface ReportFilter {
  readonly status: 'open' | 'decided';
  readonly before?: string | undefined;
  readonly limit: number;
}

/** Messages that wait for the operator, the first reported first, or those decided, the newest decision first. */
export function reportsOf(context: Context, { status, before, limit }: ReportFilter): ChatReportPage {
  const { open, decided } = statements(context.db);
  const place = parseCursor(before);
  const rows =
    status === 'open'
      ? open.all(place?.at ?? -1, place?.id ?? '', limit + 1)
      : decided.all(place?.at ?? Number.MAX_SAFE_INTEGER, place?.id ?? '', limit + 1);
  const { page, next } = cutPage(rows, limit, ({ message_id: id, at }) => ({ at, id }));
  return { reports: page.flatMap(({ message_id }) => showReport(context, message_id) ?? []), next };
}

/** What a player has written that was reported or judged, the newest first. */
export const reportsOfWriter = (context: Context, userId: string, limit: number): ChatReport[] =>
  statements(context.db)
    .ofWriter.all(userId, limit)
    .flatMap((id) => showReport(context, id) ?? []);

/** A message with its reports and what was said around it; null when there is none of this id. */
export function showReport({ db, now }: Pick<Context, 'db' | 'now'>, messageId: string): ChatReport | null {
  const row = findMessage(db, messageId);
  if (row === undefined) return null;
  const { before, after, reports, verdict, sessionName } = statements(db);
  const decided = verdict.get(messageId);
  const around = [
    ...before.all(row.session_id, row.created_at, CONTEXT).toReversed(),
    row,
    ...after.all(row.session_id, row.created_at, CONTEXT),
  ];
  return {
    message: showWhole(row),
    sessionName: sessionName.get(row.session_id) ?? '',
    isHidden: decided?.outcome === 'hidden',
    reports: reports
      .all(messageId)
      .map(({ reporter, reason, created_at }) => ({ reporter, reason, createdAt: created_at })),
    context: around.map(showWhole),
    mutedUntil: findMute(db, row.user_id, now())?.until ?? null,
    decision:
      decided === undefined
        ? null
        : { outcome: decided.outcome, reason: decided.reason, by: decided.by, at: decided.at },
  };
}

/** A message as the desk reads it, hidden or not. */
const showWhole = (row: ChatMessageRow): ChatMessage => showMessage({ ...row, is_hidden: 0 });

/** Whether the operator has hidden a message. */
export const isHidden = (db: Database, messageId: string): boolean =>
  statements(db).verdict.get(messageId)?.outcome === 'hidden';

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
    const { verdict, hasOpen } = statements(db);
    const isOver =
      verdict.get(messageId)?.outcome === 'hidden' || (outcome === 'dismissed' && hasOpen.get(messageId) === undefined);
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
