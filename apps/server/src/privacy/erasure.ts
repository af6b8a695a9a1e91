import type { Context } from '../platform/context/index.ts';
import { type Database, sql } from '../platform/database/index.ts';
import { erasePlayer, shortenAddress } from '../players/index.ts';
import { erasableMessages } from './erasable-messages.ts';

/** Length of the random name that replaces a deleted reporter. */
const REPORTER_BYTES = 16;

/** Deletes what is only about the player, and replaces the player's name by the shortened address elsewhere, in the caller's transaction. */
export function erase(context: Context, address: string): void {
  const { db } = context;
  const name = shortenAddress(address);
  db.run(sql.deleteFrom('sign_ins').where('address', '=', address));
  db.run(sql.deleteFrom('challenges').where('address', '=', address));
  db.run(
    sql.updateTable('tickets').set({ state: 'abandoned' }).where('address', '=', address).where('state', '=', 'open'),
  );
  // A session's name is its creator's text. Creators have seats, by which their sessions are found.
  db.run(
    sql
      .updateTable('sessions')
      .set({ name })
      .where('creator_address', '=', address)
      .where('id', 'in', (eb) => eb.selectFrom('seats').select('session_id').where('user_id', '=', address)),
  );
  db.run(sql.updateTable('seats').set({ username: name }).where('user_id', '=', address).where('chain', '=', 'tron'));
  db.run(sql.updateTable('results').set({ username: name }).where('address', '=', address).where('chain', '=', 'tron'));
  eraseMessages(db, address);
  db.run(sql.deleteFrom('foreign_seats').where('address', '=', address));
  db.run(sql.deleteFrom('daily_results').where('entrant', '=', address));
  hideReporter(context, address);
  db.run(sql.deleteFrom('practice_rounds').where('address', '=', address));
  db.run(sql.updateTable('chat_messages').set({ username: name }).where('user_id', '=', address));
  erasePlayer(db, address, Math.floor(context.now()));
}

/** Deletes a player's messages with their translations and reports. */
function eraseMessages(db: Database, address: string): void {
  db.run(
    sql.deleteFrom('translations').where('text', 'in', erasableMessages(sql, address).select('chat_messages.text')),
  );
  db.run(
    sql.deleteFrom('chat_reports').where('message_id', 'in', erasableMessages(sql, address).select('chat_messages.id')),
  );
  db.run(sql.deleteFrom('chat_messages').where('id', 'in', erasableMessages(sql, address).select('chat_messages.id')));
}

/**
 * Gives each of a player's reports a random reporter. The operator still sees the report, but neither who sent it nor that two reports are by
 * the same player.
 */
function hideReporter({ db, randomBytes }: Context, address: string): void {
  const reports = db.all(sql.selectFrom('chat_reports').select('message_id').where('reporter', '=', address));
  for (const { message_id: messageId } of reports) {
    const reporter = `deleted:${Buffer.from(randomBytes(REPORTER_BYTES)).toString('hex')}`;
    db.run(
      sql
        .updateTable('chat_reports')
        .set({ reporter })
        .where('message_id', '=', messageId)
        .where('reporter', '=', address),
    );
  }
}
