import { err, ok } from '@popfray/chain';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../api/answer.ts';
import type { Context } from '../context.ts';
import { lines } from '../ledger/lines.ts';
import { renamePlayer, showPlayer } from './player.ts';
import { parseUsername } from './username.ts';

/** A player's own profile and account. */
export function addPlayers(app: Hono, gate: Gate, context: Context): void {
  const { db } = context;

  answer(app, gate, CALLS.getMe, ({ address }) => ok(showPlayer(context, address)));

  answer(app, gate, CALLS.renameMe, ({ address, body }) => {
    const username = parseUsername(body.username);
    if (username === null) return err('ERR_USERNAME');
    renamePlayer(db, address, username);
    return ok(showPlayer(context, address));
  });

  answer(app, gate, CALLS.getMyLedger, ({ address, query: { before = null, limit } }) =>
    ok(lines(db, address, before, limit)),
  );
}
