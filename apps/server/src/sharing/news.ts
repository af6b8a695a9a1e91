import type { PlatformNews } from '@popfray/protocol/socket';
import { receiveChat } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { findSession } from '../sessions/index.ts';
import { findForeign } from './foreign.ts';
import { noteForeignSession } from './foreign-seat.ts';

/**
 * Takes news of the cross-chain server, which sends them to every node. News of a session that another platform hosts goes to those who watch it here; chat in a session of
 * this platform is stored.
 */
export async function takeNews(context: Context, news: PlatformNews): Promise<void> {
  const { bus, db } = context;
  switch (news.type) {
    case 'session': {
      // An id that this platform has given out is not another platform's.
      if ((await findSession(db, news.session.id)) !== undefined) return;
      const session = await findForeign(context, news.session.id);
      if (session === undefined) return;
      await noteForeignSession(db, session);
      bus.publishHere({ type: 'foreign', session });
      return;
    }
    case 'chat':
      if ((await findSession(db, news.message.sessionId)) !== undefined) await receiveChat(context, news.message);
      else if ((await findForeign(context, news.message.sessionId)) !== undefined)
        bus.publishHere({ type: 'chat', message: news.message });
      return;
    case 'chat-removed':
      if ((await findSession(db, news.sessionId)) === undefined)
        bus.publishHere({ type: 'chat-removed', sessionId: news.sessionId, messageId: news.messageId });
  }
}
