import type { Database } from '../platform/database/index.ts';

/** Reports that the operator has to decide: about a message without a verdict, or newer than the one that dismissed earlier reports. */
export const openReports = (db: Database) =>
  db
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
