import { err, ok, type Result } from '@popfray/engine/result';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Database } from '../platform/database/index.ts';
import { balanceOf, HOUSE, playerAccount, postEntry, RESTORED_DEBTS } from '../ledger/index.ts';
import { changeFound, findFound, owedTransfers, type FoundTransfer } from './found-transfer.ts';

/** What the operator decides about what a player owes after a restore: to take it from what the player earns, or to bear it. */
export interface DebtDecision {
  readonly txid: string;
  readonly outcome: 'collect' | 'write-off';
  readonly reason: string;
  readonly by: string;
}

/** Decides about a debt, with the audit log in the same transaction. A debt that is being collected can still be written off. */
export async function decideDebt(
  db: Database,
  { txid, outcome, reason, by }: DebtDecision,
  nowMs: number,
): Promise<Result<null, 'ERR_TRANSFER_UNKNOWN' | 'ERR_DECIDED'>> {
  return db.inTransaction(async (): Promise<Result<null, 'ERR_TRANSFER_UNKNOWN' | 'ERR_DECIDED'>> => {
    const found = await findFound(db, txid);
    if (found === undefined || found.debt_status === 'none') return err('ERR_TRANSFER_UNKNOWN');
    const isOpen = found.debt_status === 'open' || (found.debt_status === 'collecting' && outcome === 'write-off');
    if (!isOpen) return err('ERR_DECIDED');
    if (outcome === 'collect') await changeFound(db, txid, { debt_status: 'collecting' });
    else await writeOff(db, found, nowMs);
    await recordAuditEvent(
      db,
      { by, act: outcome === 'collect' ? 'debt-collected' : 'debt-written-off', subject: txid, reason },
      nowMs,
    );
    return ok(null);
  });
}

/** The house bears what is left of a debt. */
async function writeOff(db: Database, { txid, debt_sun: debtSun }: FoundTransfer, nowMs: number): Promise<void> {
  const postings = [
    { account: HOUSE, amountSun: -debtSun },
    { account: RESTORED_DEBTS, amountSun: debtSun },
  ];
  const entry = { key: `restored-debt-written-off:${txid}`, kind: 'restored-debt', reference: txid, postings } as const;
  if ((await postEntry(db, entry, nowMs)) !== 'posted') throw new Error(`the debt of ${txid} was written off before`);
  await changeFound(db, txid, { debt_sun: 0, debt_status: 'written-off' });
}

/** Takes what players have from what they owe, where the operator has decided so. */
export async function collectDebts(db: Database, nowMs: number): Promise<void> {
  for (const { txid, debt_status } of await owedTransfers(db))
    if (debt_status === 'collecting') await collect(db, txid, nowMs);
}

async function collect(db: Database, txid: string, nowMs: number): Promise<void> {
  await db.inTransaction(async () => {
    const found = await findFound(db, txid);
    if (found?.debt_status !== 'collecting') return;
    const account = playerAccount(found.address);
    const amountSun = Math.min(found.debt_sun, await balanceOf(db, account));
    if (amountSun === 0) return;
    const leftSun = found.debt_sun - amountSun;
    const postings = [
      { account, amountSun: -amountSun },
      { account: RESTORED_DEBTS, amountSun },
    ];
    // What was left before makes the key of each part another one.
    const key = `restored-debt-collected:${txid}:${found.debt_sun}`;
    const entered = await postEntry(db, { key, kind: 'restored-debt', reference: txid, postings }, nowMs);
    if (entered !== 'posted') throw new Error(`a part of the debt of ${txid} cannot be entered: ${entered}`);
    await changeFound(db, txid, { debt_sun: leftSun, debt_status: leftSun === 0 ? 'settled' : 'collecting' });
  });
}
