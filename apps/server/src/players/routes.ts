import { err, ok } from '@popfray/chain';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, answerText, type Gate } from '../platform/http/answer.ts';
import { originOfPage } from '../platform/http/origin.ts';
import type { Context } from '../platform/context/context.ts';
import { lines } from '../ledger/lines.ts';
import { dayOf } from '../platform/clock/day.ts';
import { createChallenge } from '../sign-in/challenge.ts';
import { sendToken } from '../platform/http/cookie.ts';
import { canDelete, deleteProfile, showDeletion } from '../privacy/deletion.ts';
import { battlesOf } from './fought.ts';
import { tellOwnData } from '../privacy/own-data.ts';
import { chooseGameMode, renamePlayer, showPlayer } from './player.ts';
import { seriesOf } from './series.ts';
import { parseUsername } from './username.ts';

/** A player's own profile, account and battles; the file with all of it, and its end. */
export function addPlayers(app: Hono, gate: Gate, context: Context): void {
  const { db, settings } = context;

  answer(app, gate, CALLS.getMe, ({ address }) => ok(showPlayer(context, address)));

  answer(app, gate, CALLS.renameMe, ({ address, body }) => {
    const username = parseUsername(body.username);
    if (username === null) return err('ERR_USERNAME');
    renamePlayer(db, address, username);
    return ok(showPlayer(context, address));
  });

  answer(app, gate, CALLS.chooseGameMode, ({ address, body }) => {
    chooseGameMode(db, address, body.mode);
    return ok(showPlayer(context, address));
  });

  answer(app, gate, CALLS.getMyLedger, ({ address, query: { before = null, limit, direction } }) =>
    ok(lines(db, address, before, limit, direction)),
  );

  answer(app, gate, CALLS.getMySeries, ({ address, query }) => ok({ days: seriesOf(context, address, query.days) }));

  answer(app, gate, CALLS.getMyBattles, ({ address, query }) => ok(battlesOf(db, address, query.before, query.limit)));

  answerText(app, gate, CALLS.exportMe, ({ address, call }) => {
    const { date } = dayOf(context.now());
    call.header('Content-Disposition', `attachment; filename="popfray-${address}-${date}.json"`);
    return tellOwnData(context, address, settings.origins[0] ?? new URL(call.req.url).origin);
  });

  answer(app, gate, CALLS.getMyDeletion, ({ address }) => ok(showDeletion(context, address)));

  answer(app, gate, CALLS.createDeletion, ({ address, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    return canDelete(db, address) ? ok(createChallenge(context, address, origin, 'deletion')) : err('ERR_DELETION');
  });

  answer(app, gate, CALLS.deleteMe, ({ address, body, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    const deleted = deleteProfile(context, { address, ...body }, origin);
    if (!deleted.ok) return deleted;
    sendToken(call, settings, null, 0);
    return ok({});
  });
}
