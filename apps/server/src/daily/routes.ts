import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { parseUsername } from '../players/index.ts';
import { showBoard } from './board.ts';
import { entrantOfGuest, guestIdOf } from './entrant.ts';
import { handInDaily } from './hand-in.ts';
import { DailyTries } from './tries.ts';

/** The day's seed and its board, for players and guests alike. Nothing of it is ever paid. */
export function addDaily(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;
  const tries = new DailyTries(context.settings.rateFactor);

  answer(app, gate, CALLS.getDaily, async ({ call, query: { guest } }) =>
    ok(await showBoard(context, (await gate.findPlayer(call)) ?? (guest === undefined ? null : entrantOfGuest(guest)))),
  );

  answer(app, gate, CALLS.finishDaily, async ({ call, body: { date, replay, guest } }) => {
    const address = await gate.findPlayer(call);
    const name = address === null && guest !== undefined ? parseUsername(guest.name) : '';
    if (address === null && guest === undefined) return err('ERR_DAILY_GUEST');
    if (name === null) return err('ERR_USERNAME');
    if (!tries.take(gate.networkOf(call), context.now())) return err('ERR_DAILY_TRIES');
    const id = address === null && guest !== undefined ? guestIdOf(guest.secret) : null;
    const entrant = address ?? entrantOfGuest(id ?? '');
    const judged = await handInDaily(context, { date, replay, entrant, name });
    return judged.ok ? ok({ ...judged.value, guest: id }) : judged;
  });

  answer(app, gate, CALLS.nameDailyGuest, async ({ body: { secret, name } }) => {
    const parsed = parseUsername(name);
    if (parsed === null) return err('ERR_USERNAME');
    const renamed = db
      .updateTable('daily_results')
      .set({ name: parsed })
      .where('entrant', '=', entrantOfGuest(guestIdOf(secret)));
    // A query outside of a transaction would miss a round that is being listed at the same time on PostgreSQL.
    await db.inTransaction(async () => renamed.execute());
    return ok({});
  });
}
