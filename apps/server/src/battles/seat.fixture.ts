import type { SeatRow } from '../platform/database/schema.ts';

/** The row of a ready player's seat in a free session, with what a test changes. */
export const makeSeat = (changes: Partial<SeatRow> = {}): SeatRow => ({
  session_id: 'session-1',
  user_id: 'ann',
  place: 0,
  chain: 'tron',
  address: 'ann',
  username: 'Ann',
  status: 'taken',
  is_ready: 1,
  bot_skill: null,
  payment_id: null,
  fee_sun: 0,
  reserved_until: null,
  ready_until: null,
  removed_at: null,
  joined_at: 0,
  ...changes,
});
