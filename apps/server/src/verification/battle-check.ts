import type { ChainNode } from '@popfray/chain';
import { verifyReceipt } from '@popfray/protocol/receipt';
import { type Database, sql } from '../platform/database/index.ts';
import { showReceipt } from '../settlement/index.ts';

/** Most battles that are played again, the newest: each takes some milliseconds. */
const MOST = 1_000;

/** What came of playing battles again. */
export interface BattleCheck {
  readonly played: number;
  /** Settled battles that are older than those. */
  readonly left: number;
  readonly differences: readonly { readonly code: 'ERR_RECEIPT'; readonly message: string }[];
}

/** Makes the receipts of the newest battles, and checks each as anybody can: every round is played again. */
export function checkBattles(db: Database, chain: Pick<ChainNode, 'explorerUrl'>): BattleCheck {
  return db.snapshot(() => {
    const newest = db.all(sql.selectFrom('battles').select('session_id').orderBy('settled_at', 'desc').limit(MOST));
    const ids = newest.map(({ session_id: id }) => id);
    const battles = db.get(sql.selectFrom('battles').select(({ fn }) => fn.countAll<number>().as('count')))?.count ?? 0;
    // The network's name in the receipt is not checked.
    const source = { db, chain, network: { name: '', isPlayMoney: false } };
    const differences = ids.flatMap((id) => {
      const receipt = showReceipt(source, id);
      const { checks } = verifyReceipt(receipt.ok ? receipt.value : receipt.error);
      return checks.flatMap(({ name, userId, problem }) =>
        problem === null
          ? []
          : [
              {
                code: 'ERR_RECEIPT',
                message: `receipt ${id}, ${name}${userId === null ? '' : ` of ${userId}`}: ${problem}`,
              } as const,
            ],
      );
    });
    return { played: ids.length, left: battles - ids.length, differences };
  });
}
