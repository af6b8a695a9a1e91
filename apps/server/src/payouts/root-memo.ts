import { findFinalDay, memoIdOf } from '../commitments/index.ts';
import { HOUSE, playerAccount, postEntry } from '../ledger/index.ts';
import type { Context } from '../platform/context/index.ts';
import { addAddress } from '../players/index.ts';
import { findPayout } from './payout.ts';
import { queuePayout } from './queue.ts';

/** What a memo's transfer moves, sun: the least that TRON accepts. */
const MEMO_SUN = 1;

/**
 * The worker's task that writes the root of the newest finished day of commitments to the chain, where the operator wants that: a payout of 1 sun to
 * the operator's address, with the root as its memo. It is at most one a day, because its id is that of the day; days before it need none, because each
 * root contains the one before. It may be skipped, repeated or interrupted.
 */
export async function queueRootMemo(context: Context): Promise<void> {
  const { db, settings } = context;
  const address = settings.commitmentMemoTo;
  if (address === null) return;
  const nowMs = Math.floor(context.now());
  const day = await findFinalDay(db, nowMs);
  if (day === undefined) return;
  const id = memoIdOf(day);
  if ((await findPayout(db, id)) !== undefined) return;
  await db.inTransaction(async () => {
    if ((await findPayout(db, id)) !== undefined) return;
    await addAddress(db, address, nowMs);
    const postings = [
      { account: HOUSE, amountSun: -MEMO_SUN },
      { account: playerAccount(address), amountSun: MEMO_SUN },
    ];
    const entry = { key: `commitment-memo:${day}`, kind: 'commitment-memo', reference: id, postings } as const;
    const entered = await postEntry(db, entry, nowMs);
    if (entered !== 'posted') throw new Error(`the memo of ${day} cannot be entered: ${entered}`);
    await queuePayout(db, { id, address, amountSun: MEMO_SUN }, nowMs);
  });
}
