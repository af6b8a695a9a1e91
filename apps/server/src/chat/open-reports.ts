import type { sql as builder } from '../platform/database/index.ts';

/** Reports that the operator has to decide: about a message without a verdict, or newer than the one that dismissed earlier reports. */
export const openReports = (sql: typeof builder) =>
  sql
    .selectFrom('chat_reports')
    .leftJoin('chat_verdicts', 'chat_verdicts.message_id', 'chat_reports.message_id')
    .where(({ eb, and, or, ref }) =>
      or([
        eb('chat_verdicts.at', 'is', null),
        and([
          eb('chat_verdicts.outcome', '=', 'dismissed'),
          eb('chat_reports.created_at', '>', ref('chat_verdicts.at')),
        ]),
      ]),
    );

/** Reports with what was decided about their message, as SQL. */
export const REPORTS =
  'FROM chat_reports LEFT JOIN chat_verdicts ON chat_verdicts.message_id = chat_reports.message_id';
/** Those of them that nothing was decided about since; of a hidden one there are none. */
export const IS_OPEN =
  "(chat_verdicts.at IS NULL OR (chat_verdicts.outcome = 'dismissed' AND chat_reports.created_at > chat_verdicts.at))";
