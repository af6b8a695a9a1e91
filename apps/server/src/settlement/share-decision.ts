import { err, ok, type Result } from '@popfray/engine/result';
import { divideRefusedShare, type Recipient } from '@popfray/protocol';
import { type AccountName, escrowAccount, HOUSE, playerAccount, postEntry } from '../ledger/index.ts';
import { recordAuditEvent } from '../platform/audit/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { Database, ExaminationRow, PassedShareRow, ResultRow } from '../platform/database/index.ts';
import { rateBattle } from '../seasons/index.ts';
import { findBattle, findSession, publishSessionChange, resultsOf, revenueOf } from '../sessions/index.ts';
import { HOUSE_PLACE, passedOn } from './examination.ts';
import { payPrize } from './prize.ts';

/** What the operator decides about a share that is held. */
export interface ShareVerdict {
  /** The share's: `makeShareId`. */
  readonly id: string;
  readonly outcome: 'paid' | 'refused';
  readonly reason: string;
  /** The operator's address. */
  readonly by: string;
}

/** Why no decision about a share is possible. */
export type ShareDecisionError = 'ERR_SHARE_UNKNOWN' | 'ERR_DECIDED' | 'ERR_OWN_BATTLE';

/**
 * Pays a share that is held, or refuses it and divides it among the other players who paid (`divideRefusedShare`). The decision is final; the
 * money, the ledger's entry and the audit log are in one transaction. A part for a player who has exceeded a limit is held too. Operators cannot decide
 * about battles that they played in. An error changes nothing.
 */
export async function decideShare(context: Context, verdict: ShareVerdict): Promise<Result<null, ShareDecisionError>> {
  const { db } = context;
  const nowMs = Math.floor(context.now());
  const decided = await db.inTransaction(async () => decide(context, verdict, nowMs));
  if (decided.ok) publishSessionChange(context, decided.value);
  return decided.ok ? ok(null) : decided;
}

/** Resolves with the session's id. */
async function decide(
  context: Context,
  { id, outcome, reason, by }: ShareVerdict,
  nowMs: number,
): Promise<Result<string, ShareDecisionError>> {
  const { db } = context;
  const share = await db.selectFrom('examinations').selectAll().where('id', '=', id).executeTakeFirst();
  if (share === undefined || share.status === 'clear') return err('ERR_SHARE_UNKNOWN');
  if (share.status !== 'held') return err('ERR_DECIDED');
  const results = await resultsOf(db, share.session_id);
  if (results.some(({ address }) => address === by)) return err('ERR_OWN_BATTLE');
  const changed = await db.countChanges(
    db
      .updateTable('examinations')
      .set({ status: outcome, reason, decided_by: by, decided_at: nowMs })
      .where('id', '=', id)
      .where('status', '=', 'held'),
  );
  if (changed !== 1) throw new Error(`share ${id} is not held`);
  if (outcome === 'paid') await pay(context, share, nowMs);
  else await passOn(db, share, results, nowMs);
  await rateBattle(db, share.session_id, nowMs);
  await recordAuditEvent(db, { by, act: `share-${outcome}`, subject: id, reason }, nowMs);
  return ok(share.session_id);
}

/** Credits a share, and sends to the wallet what the settlement would have sent. */
async function pay(context: Context, share: ExaminationRow, nowMs: number): Promise<void> {
  const { db } = context;
  const { address, session_id: sessionId, share_sun: shareSun, amount_sun: amountSun } = share;
  await book(db, share, [{ account: playerAccount(address), amountSun }], nowMs);
  const paid = await payPrize(context, { sessionId, address, shareSun }, nowMs);
  await db
    .updateTable('results')
    .set(paid)
    .where('session_id', '=', sessionId)
    .where('place', '=', share.place)
    .execute();
}

/** Divides a share that was refused. */
async function passOn(
  db: Database,
  share: ExaminationRow,
  results: readonly ResultRow[],
  nowMs: number,
): Promise<void> {
  const { id, session_id: sessionId, amount_sun: amountSun } = share;
  const session = await findSession(db, sessionId);
  const battle = await findBattle(db, sessionId);
  if (session === undefined || battle === undefined) throw new Error(`share ${id} is of no battle`);
  const examinations = await examinationsOf(db, sessionId);
  const recipients = await recipientsIn(db, sessionId, results, examinations);
  const divided = divideRefusedShare(revenueOf(session), battle.pool_sun, amountSun, recipients);
  const parts = results.flatMap(({ user_id, place, address }): PassedShareRow[] => {
    const part = divided.get(user_id) ?? 0;
    if (part === 0) return [];
    const is_held = isHeldBack(examinations.get(place)) ? 1 : 0;
    return [{ from_id: id, session_id: sessionId, to_place: place, address, amount_sun: part, is_held }];
  });
  if (parts.length === 0)
    parts.push({
      from_id: id,
      session_id: sessionId,
      to_place: HOUSE_PLACE,
      address: '',
      amount_sun: amountSun,
      is_held: 0,
    });
  await db.insertInto('passed_shares').values(parts).execute();
  for (const { to_place: place, amount_sun: part, is_held } of parts)
    if (is_held === 1) await addToHeld(db, sessionId, place, part);
  const paid = parts.filter(({ is_held }) => is_held === 0);
  const postings = paid.map(({ address, amount_sun: part }) => ({
    account: address === '' ? HOUSE : playerAccount(address),
    amountSun: part,
  }));
  if (postings.length > 0) await book(db, share, postings, nowMs);
}

const examinationsOf = async (db: Database, sessionId: string): Promise<ReadonlyMap<number, ExaminationRow>> =>
  new Map(
    (await db.selectFrom('examinations').selectAll().where('session_id', '=', sessionId).execute()).map((row) => [
      row.place,
      row,
    ]),
  );

/** The other players of this chain whose shares were not refused, with what they have won so far. */
async function recipientsIn(
  db: Database,
  sessionId: string,
  results: readonly ResultRow[],
  examinations: ReadonlyMap<number, ExaminationRow>,
): Promise<Recipient[]> {
  const passed = await passedOn(db, sessionId);
  return results
    .filter(
      ({ is_bot, chain, place }) => is_bot === 0 && chain === 'tron' && examinations.get(place)?.status !== 'refused',
    )
    .map(({ user_id: userId, place, score, share_sun: shareSun }) => ({
      userId,
      place,
      score,
      wonSun: shareSun + (passed.get(place) ?? 0),
    }));
}

/** Whether a part for this player must be reviewed: the player's own share is held, or there was none and the player has exceeded a limit. */
const isHeldBack = (examination: ExaminationRow | undefined): boolean =>
  examination?.status === 'held' || (examination?.status === 'clear' && examination.reasons !== '');

async function addToHeld(db: Database, sessionId: string, place: number, amountSun: number): Promise<void> {
  await db
    .updateTable('examinations')
    .set(({ eb, ref }) => ({ status: 'held', amount_sun: eb(ref('amount_sun'), '+', amountSun) }))
    .where('session_id', '=', sessionId)
    .where('place', '=', place)
    .execute();
}

/** The entry of a decision: what leaves the escrow, and for whom. */
async function book(
  db: Database,
  { id, session_id: sessionId }: ExaminationRow,
  postings: readonly { readonly account: AccountName; readonly amountSun: number }[],
  nowMs: number,
): Promise<void> {
  const sum = postings.reduce((total, { amountSun }) => total + amountSun, 0);
  const entry = {
    key: `share:${id}`,
    kind: 'battle-share',
    reference: sessionId,
    postings: [{ account: escrowAccount(sessionId), amountSun: -sum }, ...postings],
  } as const;
  const entered = await postEntry(db, entry, nowMs);
  if (entered !== 'posted') throw new Error(`${entry.key} cannot be entered: ${entered}`);
}
