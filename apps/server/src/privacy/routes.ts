import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { dayOf } from '../platform/clock/index.ts';
import type { Context } from '../platform/context/index.ts';
import { answer, answerText, type Gate, originOfPage, sendToken } from '../platform/http/index.ts';
import { createChallenge } from '../sign-in/index.ts';
import { canDelete, deleteProfile, showDeletion } from './deletion.ts';
import { streamOwnData } from './own-data.ts';

/** Adds the calls with which a player downloads all own data and deletes the profile. */
export function addPrivacy(app: Hono, gate: Gate, context: Context): void {
  const { db, settings } = context;

  answerText(app, gate, CALLS.exportMe, ({ address, call }) => {
    const { date } = dayOf(context.now());
    call.header('Content-Disposition', `attachment; filename="popfray-${address}-${date}.json"`);
    return streamOwnData(context, address, settings.origins[0] ?? new URL(call.req.url).origin);
  });

  answer(app, gate, CALLS.getMyDeletion, async ({ address }) => ok(await showDeletion(context, address)));

  answer(app, gate, CALLS.createDeletion, async ({ address, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    return (await canDelete(db, address))
      ? ok(await createChallenge(context, address, origin, 'deletion'))
      : err('ERR_DELETION');
  });

  answer(app, gate, CALLS.deleteMe, async ({ address, body, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    const deleted = await deleteProfile(context, { address, ...body }, origin);
    if (!deleted.ok) return deleted;
    sendToken(call, settings, null, 0);
    return ok({});
  });
}
