import { CHAT_BURST, CHAT_HISTORY, CHAT_WINDOW_MS, SAME_TEXT_MS, type ChatMessage } from '@popfray/protocol';
import { err, ok, type Result } from '@popfray/engine/result';
import type { Context } from '../platform/context/index.ts';
import type { ChatMessageRow, ChatVerdictRow, Database, SessionRow } from '../platform/database/index.ts';

/** A message that is to be added. Its text has been through `parseChatText`, its writer is who it says. */
export interface ChatDraft extends Pick<
  ChatMessageRow,
  'id' | 'user_id' | 'username' | 'address' | 'chain' | 'text' | 'source' | 'forward_at'
> {
  readonly session: SessionRow;
}

/** A message that is in the chat, and whether it was not before. */
export interface Added {
  readonly row: ChatMessageRow;
  readonly isNew: boolean;
}

/**
 * Appends a message to its session, within the caller's transaction; `publishMessage` follows after the commit. A message with a known id, or with the
 * same text of the same author within `SAME_TEXT_MS`, is not added again; the stored one is returned.
 */
export async function addMessage(context: Context, draft: ChatDraft): Promise<Result<Added, 'ERR_CHAT_FLOOD'>> {
  const { db } = context;
  const { session, ...written } = draft;
  const nowMs = Math.floor(context.now());
  const known = await findMessage(db, draft.id);
  const isOwn = known?.session_id === session.id && known.user_id === draft.user_id;
  if (isOwn) return ok({ row: known, isNew: false });
  const recent = await recentOf(db, draft.user_id, nowMs - Math.max(CHAT_WINDOW_MS, SAME_TEXT_MS));
  const same = recent.find(
    ({ session_id, text, created_at }) =>
      session_id === session.id && text === draft.text && created_at > nowMs - SAME_TEXT_MS,
  );
  if (same !== undefined) return ok({ row: same, isNew: false });
  const inWindow = recent.filter(({ created_at }) => created_at > nowMs - CHAT_WINDOW_MS);
  if (inWindow.length >= CHAT_BURST) return err('ERR_CHAT_FLOOD');
  const row: ChatMessageRow = {
    ...written,
    // Another message already has this id, so this one gets a new id.
    id: known === undefined ? draft.id : makeMessageId(context),
    session_id: session.id,
    type: 'text',
    created_at: Math.max(nowMs, (await newestOf(db, session.id)) + 1),
  };
  await db.insertInto('chat_messages').values(row).execute();
  return ok({ row, isNew: true });
}

/** Publishes a message that is new, after the commit. */
export function publishMessage({ bus }: Pick<Context, 'bus'>, { row, isNew }: Added): void {
  if (isNew) bus.publish({ type: 'chat', message: showMessage(row) });
}

/** An id for a message whose writer has made none. */
export const makeMessageId = ({ randomBytes }: Pick<Context, 'randomBytes'>): string =>
  Buffer.from(randomBytes(12)).toString('base64url');

/** The newest messages of a session, the oldest of them first; a welcome comes before the very first. SPEC section 2. */
export async function historyOf(db: Database, session: SessionRow): Promise<ChatMessage[]> {
  const newest = await db
    .selectFrom('chat_messages')
    .leftJoin('chat_verdicts', (join) =>
      join.onRef('chat_verdicts.message_id', '=', 'chat_messages.id').on('chat_verdicts.outcome', '=', 'hidden'),
    )
    .selectAll('chat_messages')
    .select('chat_verdicts.outcome as verdict')
    .where('chat_messages.session_id', '=', session.id)
    .orderBy('chat_messages.created_at', 'desc')
    .limit(CHAT_HISTORY)
    .execute();
  const messages = newest.toReversed().map(showMessage);
  return messages.length < CHAT_HISTORY ? [welcomeTo(session), ...messages] : messages;
}

/** What a chat begins with. The page says it in the reader's words; a client that has none shows these. */
export const welcomeTo = ({ id, created_at }: Pick<SessionRow, 'id' | 'created_at'>): ChatMessage => ({
  id: `welcome-${id}`,
  sessionId: id,
  userId: 'system',
  username: 'Popfray',
  walletAddress: '',
  blockchain: 'tron',
  message: 'Welcome to the battle lobby! Say hello, press Ready Up, and play fair.',
  messageType: 'system',
  createdAt: created_at,
  source: 'local',
});

/** A message as anybody may see it: of one that is hidden, that it was there. */
export const showMessage = (
  row: ChatMessageRow & { readonly verdict?: ChatVerdictRow['outcome'] | null },
): ChatMessage => ({
  id: row.id,
  sessionId: row.session_id,
  userId: row.user_id,
  username: row.username,
  walletAddress: row.address,
  blockchain: row.chain,
  message: row.verdict === 'hidden' ? '' : row.text,
  messageType: row.type,
  createdAt: row.created_at,
  source: row.source,
  ...(row.verdict === 'hidden' && { isRemoved: true }),
});

/** A message by its id. */
export const findMessage = async (db: Database, id: string): Promise<ChatMessageRow | undefined> =>
  db.selectFrom('chat_messages').selectAll().where('id', '=', id).executeTakeFirst();

/** A message by its id, where readers see it: undefined for one that the operator has hidden. */
export const findShownMessage = async (db: Database, id: string): Promise<ChatMessageRow | undefined> =>
  db
    .selectFrom('chat_messages')
    .selectAll()
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('chat_verdicts')
            .select('chat_verdicts.message_id')
            .whereRef('chat_verdicts.message_id', '=', 'chat_messages.id')
            .where('chat_verdicts.outcome', '=', 'hidden'),
        ),
      ),
    )
    .executeTakeFirst();

/** The messages of a player in all sessions since a time, epoch ms. */
const recentOf = async (db: Database, userId: string, sinceMs: number): Promise<ChatMessageRow[]> =>
  db
    .selectFrom('chat_messages')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', sinceMs)
    .orderBy('created_at')
    .execute();

/** When the newest message of a session was written, epoch ms; 0 when there is none. */
async function newestOf(db: Database, sessionId: string): Promise<number> {
  const query = db
    .selectFrom('chat_messages')
    .select(({ fn }) => fn.max<number | null>('created_at').as('newest'))
    .where('session_id', '=', sessionId);
  return (await query.executeTakeFirst())?.newest ?? 0;
}
