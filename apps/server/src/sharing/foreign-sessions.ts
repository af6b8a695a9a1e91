import type { ForeignChat } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { ForeignSessions } from '../sessions/index.ts';
import { currentSessions } from './current-sessions.ts';
import {
  getForeignChat,
  joinForeignSession,
  leaveForeign,
  postForeignChat,
  setForeignReady,
  showForeignSeat,
  startForeign,
} from './foreign-session.ts';
import { findForeign, findForeignOnly } from './foreign.ts';

/** Gives the calls of sessions and of chat access to sessions that other platforms host. */
export const createForeignSessions = (context: Context): ForeignSessions & ForeignChat => ({
  listAll: async () => currentSessions(context),
  find: async (id) => findForeign(context, id),
  findUnlessOwn: async (id) => findForeignOnly(context, id),
  showSeat: async (session, address) => showForeignSeat(context, session, address),
  join: async (session, address, proof) => joinForeignSession(context, address, session, proof),
  leave: async (session, address) => leaveForeign(context, session, address),
  setReady: async (session, address, isReady) => setForeignReady(context, session, address, isReady),
  start: async (session, address) => startForeign(context, session, address),
  history: async (session) => getForeignChat(context, session),
  post: async (session, address, plan) => postForeignChat(context, session, address, plan),
});
