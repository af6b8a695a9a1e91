import type { ChainNode } from '@popfray/chain';
import { verifyReceipt } from '@popfray/protocol/receipt';
import type { Database } from '../platform/database/index.ts';
import { showReceipt } from '../settlement/index.ts';

/** Most battles that are played again, the newest: each takes some milliseconds. */
const MOST = 1_000;

/** A battle that differs from its receipt. */
interface ReceiptDifference {
  readonly code: 'ERR_RECEIPT';
  readonly message: string;
}

/** What came of playing battles again. */
export interface BattleCheck {
  readonly played: number;
  /** Settled battles that are older than those. */
  readonly left: number;
  readonly differences: readonly ReceiptDifference[];
}

/** Makes the receipts of the newest battles, and checks each as anybody can: every round is played again. */
export async function checkBattles(db: Database, chain: Pick<ChainNode, 'explorerUrl'>): Promise<BattleCheck> {
  return db.inSnapshot(async () => {
    const newest = await db
      .selectFrom('battles')
      .select('session_id')
      .orderBy('settled_at', 'desc')
      .limit(MOST)
      .execute();
    const ids = newest.map(({ session_id: id }) => id);
    const { count } = await db
      .selectFrom('battles')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    // The network's name in the receipt is not checked.
    const source = { db, chain, network: { name: '', isPlayMoney: false } };
    const differences: ReceiptDifference[] = [];
    for (const id of ids) {
      const receipt = await showReceipt(source, id);
      const { checks } = verifyReceipt(receipt.ok ? receipt.value : receipt.error);
      for (const { name, userId, problem } of checks) {
        if (problem === null) continue;
        const what = `receipt ${id}, ${name}${userId === null ? '' : ` of ${userId}`}`;
        differences.push({ code: 'ERR_RECEIPT', message: `${what}: ${problem}` });
      }
    }
    return { played: ids.length, left: count - ids.length, differences };
  });
}
