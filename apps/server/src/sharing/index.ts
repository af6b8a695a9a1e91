/** This platform's part in sessions that several platforms share through the cross-chain server. */
export { currentSessions } from './current-sessions.ts';
export { forgetForeignSeats } from './foreign-seat.ts';
export { createForeignSessions } from './foreign-sessions.ts';
export { findForeign } from './foreign.ts';
export { battleUrl, startSharing } from './start.ts';
