import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { forgetTranslations } from '../translation/index.ts';
import { forgetProtection } from '../protection/index.ts';
import { forgetSeasons } from '../seasons/index.ts';
import { erasePlayer, shortenAddress } from '../players/index.ts';
import { erasableMessages } from './erasable-messages.ts';

/** Length of the random name that replaces a deleted reporter. */
const REPORTER_BYTES = 16;

/** Deletes what is only about the player, and replaces the player's name by the shortened address elsewhere, in the caller's transaction. */
export async function erase(context: Context, address: string): Promise<void> {
  const { db } = context;
  const name = shortenAddress(address);
  await db.deleteFrom('sign_ins').where('address', '=', address).execute();
  await db.deleteFrom('challenges').where('address', '=', address).execute();
  await db
    .updateTable('tickets')
    .set({ state: 'abandoned' })
    .where('address', '=', address)
    .where('state', '=', 'open')
    .execute();
  // A session's name is its creator's text. Creators have seats, by which their sessions are found.
  await db
    .updateTable('sessions')
    .set({ name })
    .where('creator_address', '=', address)
    .where('id', 'in', (eb) => eb.selectFrom('seats').select('session_id').where('user_id', '=', address))
    .execute();
  await db
    .updateTable('seats')
    .set({ username: name })
    .where('user_id', '=', address)
    .where('chain', '=', 'tron')
    .execute();
  await db
    .updateTable('results')
    .set({ username: name })
    .where('address', '=', address)
    .where('chain', '=', 'tron')
    .execute();
  await eraseMessages(db, address);
  await db.deleteFrom('foreign_seats').where('address', '=', address).execute();
  await db.deleteFrom('daily_results').where('entrant', '=', address).execute();
  await db.deleteFrom('shared_rounds').where('address', '=', address).execute();
  await hideReporter(context, address);
  await db.deleteFrom('practice_rounds').where('address', '=', address).execute();
  await db.updateTable('chat_messages').set({ username: name }).where('user_id', '=', address).execute();
  await erasePlayer(db, address, Math.floor(context.now()));
  await forgetProtection(db, address, context.now());
  await forgetSeasons(db, address);
}

/** Deletes a player's messages with their translations and reports. */
async function eraseMessages(db: Database, address: string): Promise<void> {
  const messages = await erasableMessages(db, address).select('chat_messages.text').distinct().execute();
  await forgetTranslations(
    db,
    messages.map(({ text }) => text),
  );
  await db
    .deleteFrom('chat_reports')
    .where('message_id', 'in', erasableMessages(db, address).select('chat_messages.id'))
    .execute();
  await db
    .deleteFrom('chat_messages')
    .where('id', 'in', erasableMessages(db, address).select('chat_messages.id'))
    .execute();
}

/**
 * Gives each of a player's reports a random reporter. The operator still sees the report, but neither who sent it nor that two reports are by
 * the same player.
 */
async function hideReporter({ db, randomBytes }: Context, address: string): Promise<void> {
  const reports = await db.selectFrom('chat_reports').select('message_id').where('reporter', '=', address).execute();
  for (const { message_id: messageId } of reports) {
    const reporter = `deleted:${Buffer.from(randomBytes(REPORTER_BYTES)).toString('hex')}`;
    await db
      .updateTable('chat_reports')
      .set({ reporter })
      .where('message_id', '=', messageId)
      .where('reporter', '=', address)
      .execute();
  }
}
