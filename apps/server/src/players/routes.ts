import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { lines } from '../ledger/index.ts';
import { battlesOf } from './fought.ts';
import { chooseGameMode, choosePrizes, renamePlayer, showPlayer } from './player.ts';
import { seriesOf } from './series.ts';
import { parseUsername } from './username.ts';

/** Adds the calls of a player's own profile, account and battles. */
export function addPlayers(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;

  answer(app, gate, CALLS.getMe, async ({ address }) => ok(await showPlayer(context, address)));

  answer(app, gate, CALLS.renameMe, async ({ address, body }) => {
    const username = parseUsername(body.username);
    if (username === null) return err('ERR_USERNAME');
    await renamePlayer(db, address, username);
    return ok(await showPlayer(context, address));
  });

  answer(app, gate, CALLS.chooseGameMode, async ({ address, body }) => {
    await chooseGameMode(db, address, body.mode);
    return ok(await showPlayer(context, address));
  });

  answer(app, gate, CALLS.choosePrizes, async ({ address, body }) => {
    await choosePrizes(db, address, body.to);
    return ok(await showPlayer(context, address));
  });

  answer(app, gate, CALLS.getMyLedger, async ({ address, query: { before = null, limit, direction } }) =>
    ok(await lines(db, address, before, limit, direction)),
  );

  answer(app, gate, CALLS.getMySeries, async ({ address, query }) =>
    ok({ days: await seriesOf(context, address, query.days) }),
  );

  answer(app, gate, CALLS.getMyBattles, async ({ address, query }) =>
    ok(await battlesOf(db, address, query.before, query.limit)),
  );
}
