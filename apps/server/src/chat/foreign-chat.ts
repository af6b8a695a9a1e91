import type { Result } from '@popfray/engine/result';
import type { ChatMessage, ChatSent, FailureCode, Session } from '@popfray/protocol';
import type { ChatPlan } from './post.ts';

/** The chat of sessions that another platform hosts. `sharing/` implements this port; the composition root passes it in. */
export interface ForeignChat {
  /** A session of another platform; undefined when none of this id is known. */
  find(id: string): Promise<Session | undefined>;
  /** The same, unless this platform has a session of that id. */
  findUnlessOwn(id: string): Promise<Session | undefined>;
  /** The newest messages of a session. */
  history(session: Session): Promise<Result<ChatMessage[], FailureCode>>;
  /** Posts a message of a player who has a seat. */
  post(session: Session, address: string, plan: ChatPlan): Promise<Result<ChatSent, FailureCode>>;
}
