import { err, ok, type Result } from '@popfray/engine/result';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import { welcomePlayer } from '../players/index.ts';
import { changeFound, findFound, isPlayer } from './found-transfer.ts';

/** What the operator decides about a transfer with a wallet that no player of this database has. */
export interface TransferDecision {
  readonly txid: string;
  /** `by-hand`: it was the operator's own, and concerns no player. `player`: the wallet is a player's, whose profile is made. */
  readonly outcome: 'by-hand' | 'player';
  readonly reason: string;
  readonly by: string;
}

/** Decides about a transfer, once, with the audit log in the same transaction. One that is a player's is booked by the worker then. */
export async function decideTransfer(
  context: Context,
  { txid, outcome, reason, by }: TransferDecision,
): Promise<Result<null, 'ERR_TRANSFER_UNKNOWN' | 'ERR_DECIDED'>> {
  const { db, now } = context;
  return db.inTransaction(async (): Promise<Result<null, 'ERR_TRANSFER_UNKNOWN' | 'ERR_DECIDED'>> => {
    const found = await findFound(db, txid);
    if (found === undefined) return err('ERR_TRANSFER_UNKNOWN');
    if (found.status !== 'undecided') return err('ERR_DECIDED');
    if (outcome === 'player' && !(await isPlayer(db, found.address))) await welcomePlayer(context, found.address);
    await changeFound(db, txid, { status: outcome === 'by-hand' ? 'by-hand' : 'found' });
    await recordAuditEvent(
      db,
      { by, act: outcome === 'by-hand' ? 'transfer-by-hand' : 'transfer-booked', subject: txid, reason },
      now(),
    );
    return ok(null);
  });
}
