import { err, ok, type Result } from '@popfray/engine/result';
import {
  CHAT_BURST,
  CHAT_HISTORY,
  CHAT_WINDOW_MS,
  SAME_TEXT_MS,
  type ChatMessage,
  type FailureCode,
} from '@popfray/protocol';
import { RateLimiter } from '../platform/http/index.ts';
import { parseChatText } from '../chat/index.ts';
import type { Database } from '../platform/database/index.ts';
import type { CrossChainContext } from './context.ts';
import type { DirectoryTables, MessageRow } from './directory.ts';

/** Who says something, by a member's token or by a platform's word. */
export type Author = Pick<MessageRow, 'user_id' | 'username' | 'address' | 'chain'>;

/** Something to be said. */
export interface NewMessage {
  readonly sessionId: string;
  /** Made by the writer's page or platform: the same again is the same message. */
  readonly id: string | undefined;
  readonly text: string;
  readonly author: Author;
  /** Whether the flood limit counts it: a platform applies a separate one. */
  readonly isCounted: boolean;
}

/** A stored message, and whether it is new. */
export interface PostedMessage {
  readonly message: ChatMessage;
  readonly isNew: boolean;
}

/** Stores a message, in the caller's transaction if there is one. */
export type Relay = (message: NewMessage) => Promise<Result<PostedMessage, FailureCode>>;

/** The newest messages of a session, the oldest of them first. */
export async function relayedChat(db: Database<DirectoryTables>, sessionId: string): Promise<ChatMessage[]> {
  const query = db
    .selectFrom('messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .orderBy('number', 'desc')
    .limit(CHAT_HISTORY);
  return (await query.execute()).toReversed().map(showMessage);
}

/** Forgets a message of a session's chat. False when there is none of this id. */
export const forgetMessage = async (
  db: Database<DirectoryTables>,
  sessionId: string,
  messageId: string,
): Promise<boolean> =>
  (await db.countChanges(db.deleteFrom('messages').where('id', '=', messageId).where('session_id', '=', sessionId))) >
  0;

/** Begins to take messages. */
export function createRelay({ db, now, randomBytes, settings }: CrossChainContext): Relay {
  const perMinute = (CHAT_BURST * 60_000) / CHAT_WINDOW_MS;
  const floods = new RateLimiter({ burst: CHAT_BURST, perMinute }, settings.rateFactor);

  return async ({ sessionId, id, text, author, isCounted }) => {
    const parsed = parseChatText(text);
    if (!parsed.ok) return parsed;
    const nowMs = Math.floor(now());
    return db.inTransaction(async (): Promise<Result<PostedMessage, FailureCode>> => {
      const known = id === undefined ? undefined : await findMessage(db, id);
      const isOwn = known?.session_id === sessionId && known.user_id === author.user_id;
      const same = isOwn ? known : await findSame(db, sessionId, author.user_id, parsed.value, nowMs - SAME_TEXT_MS);
      if (same !== undefined) return ok({ message: showMessage(same), isNew: false });
      // This database is SQLite, so the function runs once and the message is counted once.
      if (isCounted && floods.take(author.user_id, nowMs) > 0) return err('ERR_CHAT_FLOOD');
      const row = {
        // A new id when another message has this one: else a copier who sends the id first could block the original message.
        id: id === undefined || known !== undefined ? Buffer.from(randomBytes(12)).toString('base64url') : id,
        session_id: sessionId,
        ...author,
        text: parsed.value,
        created_at: nowMs,
      };
      await db.insertInto('messages').values(row).execute();
      return ok({ message: showMessage(row), isNew: true });
    });
  };
}

const showMessage = (row: Omit<MessageRow, 'number'>): ChatMessage => ({
  id: row.id,
  sessionId: row.session_id,
  userId: row.user_id,
  username: row.username,
  walletAddress: row.address,
  blockchain: row.chain,
  message: row.text,
  messageType: 'text',
  createdAt: row.created_at,
  source: 'cross-chain',
});

const findMessage = async (db: Database<DirectoryTables>, id: string) =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst();

/** What the same player said in the same words a moment ago. */
const findSame = async (
  db: Database<DirectoryTables>,
  sessionId: string,
  userId: string,
  text: string,
  sinceMs: number,
) =>
  db
    .selectFrom('messages')
    .selectAll()
    .where('session_id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('text', '=', text)
    .where('created_at', '>', sinceMs)
    .limit(1)
    .executeTakeFirst();
