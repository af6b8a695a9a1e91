import { err, ok, type Result } from '@popfray/engine/result';
import { NEW_ACCOUNT_FEE_SUN, type Deletion, type FailureCode, type Hindrance } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import type { Database } from '../platform/database/index.ts';
import { balanceOf, playerAccount } from '../ledger/index.ts';
import { countOpenSeats, countOpenSessions } from '../sessions/index.ts';
import { answerChallenge, type ChallengeAnswer } from '../sign-in/index.ts';
import { tallyOf } from '../statistics/index.ts';
import { erasableMessages } from './erasable-messages.ts';
import { erase } from './erasure.ts';

/** What deleting a player's profile would do now, and what is in its way. */
export const showDeletion = async ({ db }: Pick<Context, 'db'>, address: string): Promise<Deletion> =>
  db.inSnapshot(async () => readDeletion(db, address));

async function readDeletion(db: Database, address: string): Promise<Deletion> {
  const all = await db
    .selectFrom('chat_messages')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', address)
    .executeTakeFirstOrThrow();
  const erasable = await erasableMessages(db, address)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const messages = erasable.count;
  return {
    hindrances: await hindrancesOf(db, address),
    balanceSun: await balanceOf(db, playerAccount(address)),
    messages,
    reportedMessages: all.count - messages,
  };
}

/** Whether a profile can be deleted: it cannot while its money is on its way, or can be withdrawn. */
export const canDelete = async (db: Database, address: string): Promise<boolean> =>
  (await hindrancesOf(db, address)).length === 0;

/**
 * Deletes the profile of a player whose wallet has signed for it, in one transaction, and ends every sign-in. What others' money,
 * receipts and rounds refer to stays, under the address alone: docs/decisions/0038-deleting-a-profile.md.
 */
export async function deleteProfile(
  context: Context,
  answer: ChallengeAnswer,
  origin: string,
): Promise<Result<null, FailureCode>> {
  const { db, log } = context;
  const { address } = answer;
  const deleted = await db.inTransaction(async (): Promise<Result<null, FailureCode>> => {
    // Looked at first, so that a wallet is not asked again once the way is free.
    if (!(await canDelete(db, address))) return err('ERR_DELETION');
    const proved = await answerChallenge(context, answer, origin, 'deletion');
    if (!proved.ok) return proved;
    await erase(context, address);
    return ok(null);
  });
  if (!deleted.ok) return deleted;
  await tallyOf(db).forget(address);
  log({ event: 'notice', about: 'player', id: address, message: 'the profile was deleted by its player' });
  return deleted;
}

async function hindrancesOf(db: Database, address: string): Promise<Hindrance[]> {
  const isThere: Readonly<Record<Hindrance, boolean>> = {
    payment: await hasOpenPayment(db, address),
    payout: (await hasOpenPayout(db, address)) || (await hasHeldShare(db, address)),
    session: (await countOpenSeats(db, address)) > 0 || (await countOpenSessions(db, address)) > 0,
    // The network's fee may take all of less: it stays with the address, which may sign in again.
    balance: (await balanceOf(db, playerAccount(address))) > NEW_ACCOUNT_FEE_SUN,
  };
  return (Object.keys(isThere) as Hindrance[]).filter((hindrance) => isThere[hindrance]);
}

const hasOpenPayment = async (db: Database, address: string): Promise<boolean> =>
  (await db
    .selectFrom('payments')
    .select('id')
    .where('address', '=', address)
    .where('status', 'in', ['awaiting', 'sent', 'confirming'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

const hasOpenPayout = async (db: Database, address: string): Promise<boolean> =>
  (await db
    .selectFrom('payouts')
    .select('id')
    .where('address', '=', address)
    .where('status', 'in', ['queued', 'sent', 'stuck'])
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether a share of a battle waits for the operator's decision, which must come while the player can still be informed. */
const hasHeldShare = async (db: Database, address: string): Promise<boolean> =>
  (await db
    .selectFrom('examinations')
    .select('id')
    .where('address', '=', address)
    .where('status', '=', 'held')
    .limit(1)
    .executeTakeFirst()) !== undefined;
