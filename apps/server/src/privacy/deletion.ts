import { err, ok, type Result } from '@popfray/engine/result';
import { NEW_ACCOUNT_FEE_SUN, type Deletion, type FailureCode, type Hindrance } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { type Database, sql } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { countOpenSeats, countOpenSessions } from '../sessions/index.ts';
import { answerChallenge, type ChallengeAnswer } from '../sign-in/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { erasableMessages } from './erasable-messages.ts';
import { erase } from './erasure.ts';

/** What deleting a player's profile would do now, and what is in its way. */
export function showDeletion({ db }: Pick<Context, 'db'>, address: string): Deletion {
  const all = db.get(
    sql
      .selectFrom('chat_messages')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', address),
  );
  const erasable = db.get(erasableMessages(sql, address).select(({ fn }) => fn.countAll<number>().as('count')));
  const messages = erasable?.count ?? 0;
  return {
    hindrances: hindrancesOf(db, address),
    balanceSun: balanceOf(db, playerAccount(address)),
    messages,
    reportedMessages: (all?.count ?? 0) - messages,
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
  db.transaction(() => erase(context, address));
  tallyOf(db).forget(address);
  log({ event: 'notice', about: 'player', id: address, message: 'the profile was deleted by its player' });
  return ok(null);
}

function hindrancesOf(db: Database, address: string): Hindrance[] {
  const isThere: Readonly<Record<Hindrance, boolean>> = {
    payment: hasOpenPayment(db, address),
    payout: hasOpenPayout(db, address),
    session: countOpenSeats(db, address) > 0 || countOpenSessions(db, address) > 0,
    // The network's fee may take all of less: it stays with the address, which may sign in again.
    balance: balanceOf(db, playerAccount(address)) > NEW_ACCOUNT_FEE_SUN,
  };
  return (Object.keys(isThere) as Hindrance[]).filter((hindrance) => isThere[hindrance]);
}

const hasOpenPayment = (db: Database, address: string): boolean =>
  db.get(
    sql
      .selectFrom('payments')
      .select('id')
      .where('address', '=', address)
      .where('status', 'in', ['awaiting', 'sent', 'confirming'])
      .limit(1),
  ) !== undefined;

const hasOpenPayout = (db: Database, address: string): boolean =>
  db.get(
    sql
      .selectFrom('payouts')
      .select('id')
      .where('address', '=', address)
      .where('status', 'in', ['queued', 'sent', 'stuck'])
      .limit(1),
  ) !== undefined;
