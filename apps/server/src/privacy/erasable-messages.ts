import { openReports } from '../chat/index.ts';
import type { Database } from '../platform/database/index.ts';

/**
 * A player's messages, without those that the operator has yet to decide about or the cross-chain server has yet to remove: deleting a profile
 * does not prevent either.
 */
export const erasableMessages = (db: Database, address: string) =>
  db
    .selectFrom('chat_messages')
    .where('user_id', '=', address)
    .where(({ not, exists, ref }) =>
      not(
        exists(
          openReports(db)
            .select('chat_reports.message_id')
            .where('chat_reports.message_id', '=', ref('chat_messages.id')),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_verdicts')
            .select('chat_verdicts.message_id')
            .whereRef('chat_verdicts.message_id', '=', 'chat_messages.id')
            .where('chat_verdicts.forward_at', 'is not', null),
        ),
      ),
    );
