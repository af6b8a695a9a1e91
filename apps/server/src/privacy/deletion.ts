import { err, ok, type Result } from '@popfray/engine/result';
import { NEW_ACCOUNT_FEE_SUN, type Deletion, type FailureCode, type Hindrance } from '@popfray/protocol';
import { IS_OPEN, REPORTS } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { type Database, perDatabase } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { countOpenSeats, countOpenSessions } from '../sessions/index.ts';
import { answerChallenge, type ChallengeAnswer } from '../sign-in/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { erasePlayer, shortenAddress } from '../players/index.ts';

/** What deleting a player's profile would do now, and what is in its way. */
export function showDeletion({ db }: Pick<Context, 'db'>, address: string): Deletion {
  const { messages, reported } = statements(db);
  const all = messages.get(address) ?? 0;
  const reportedMessages = reported.get(address) ?? 0;
  return {
    hindrances: hindrancesOf(db, address),
    balanceSun: balanceOf(db, playerAccount(address)),
    messages: all - reportedMessages,
    reportedMessages,
  };
}

/** Whether a profile can be deleted: it cannot while its money is on its way, or can be withdrawn. */
export const canDelete = (db: Database, address: string): boolean => hindrancesOf(db, address).length === 0;

/**
 * Deletes the profile of a player whose wallet has signed for it, in one transaction, and ends every sign-in. What others' money,
 * receipts and rounds refer to stays, under the address alone: docs/decisions/0038-deleting-a-profile.md.
 */
export function deleteProfile(context: Context, answer: ChallengeAnswer, origin: string): Result<null, FailureCode> {
  const { db, log } = context;
  const { address } = answer;
  // Looked at first, so that a wallet is not asked again once the way is free.
  if (!canDelete(db, address)) return err('ERR_DELETION');
  const proved = answerChallenge(context, answer, origin, 'deletion');
  if (!proved.ok) return proved;
  db.transaction(() => erase(db, address, Math.floor(context.now())));
  tallyOf(db).forget(address);
  log({ event: 'notice', about: 'player', id: address, message: 'the profile was deleted by its player' });
  return ok(null);
}

function hindrancesOf(db: Database, address: string): Hindrance[] {
  const { payment, payout } = statements(db);
  const isThere: Readonly<Record<Hindrance, boolean>> = {
    payment: payment.get(address) !== undefined,
    payout: payout.get(address) !== undefined,
    session: countOpenSeats(db, address) > 0 || countOpenSessions(db, address) > 0,
    // The network's fee may take all of less: it stays with the address, which may sign in again.
    balance: balanceOf(db, playerAccount(address)) > NEW_ACCOUNT_FEE_SUN,
  };
  return (Object.keys(isThere) as Hindrance[]).filter((hindrance) => isThere[hindrance]);
}

function erase(db: Database, address: string, nowMs: number): void {
  const name = shortenAddress(address);
  const { erasing } = statements(db);
  for (const statement of erasing) statement.run({ address, name });
  erasePlayer(db, address, nowMs);
}

/** A message that the operator has yet to look at, or to tell the cross-chain server of: deleting a profile is no way around that. */
const IS_KEPT = `(
  EXISTS (SELECT 1 ${REPORTS} WHERE chat_reports.message_id = chat_messages.id AND ${IS_OPEN})
  OR EXISTS (SELECT 1 FROM chat_verdicts WHERE message_id = chat_messages.id AND chat_verdicts.forward_at IS NOT NULL)
)`;

const OWN_MESSAGES = `FROM chat_messages WHERE user_id = @address AND NOT ${IS_KEPT}`;

/** What goes, and which names become the shortened address, in this order. */
const ERASING = [
  'DELETE FROM sign_ins WHERE address = @address',
  'DELETE FROM challenges WHERE address = @address',
  "UPDATE tickets SET state = 'abandoned' WHERE address = @address AND state = 'open'",
  // A session's name is its creator's text. Creators have seats, by which their sessions are found.
  `UPDATE sessions SET name = @name
   WHERE creator_address = @address AND id IN (SELECT session_id FROM seats WHERE user_id = @address)`,
  "UPDATE seats SET username = @name WHERE user_id = @address AND chain = 'tron'",
  "UPDATE results SET username = @name WHERE address = @address AND chain = 'tron'",
  `DELETE FROM translations WHERE text IN (SELECT text ${OWN_MESSAGES})`,
  `DELETE FROM chat_reports WHERE message_id IN (SELECT id ${OWN_MESSAGES})`,
  `DELETE ${OWN_MESSAGES}`,
  'DELETE FROM foreign_seats WHERE address = @address',
  'DELETE FROM daily_results WHERE entrant = @address',
  // A random name for each complaint: the operator still sees it, and neither the player nor that two are by the same player.
  "UPDATE chat_reports SET reporter = 'deleted:' || lower(hex(randomblob(16))) WHERE reporter = @address",
  'DELETE FROM practice_rounds WHERE address = @address',
  'UPDATE chat_messages SET username = @name WHERE user_id = @address',
] as const;

const statements = perDatabase((db) => ({
  payment: db
    .prepare<[string], 1>(
      "SELECT 1 FROM payments WHERE address = ? AND status IN ('awaiting', 'sent', 'confirming') LIMIT 1",
    )
    .pluck(),
  payout: db
    .prepare<[string], 1>("SELECT 1 FROM payouts WHERE address = ? AND status IN ('queued', 'sent', 'stuck') LIMIT 1")
    .pluck(),
  messages: db.prepare<[string], number>('SELECT count(*) FROM chat_messages WHERE user_id = ?').pluck(),
  reported: db.prepare<[string], number>(`SELECT count(*) FROM chat_messages WHERE user_id = ? AND ${IS_KEPT}`).pluck(),
  erasing: ERASING.map((text) => db.prepare<[{ readonly address: string; readonly name: string }]>(text)),
}));
