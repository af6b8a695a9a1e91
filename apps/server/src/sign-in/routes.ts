import { err, ok } from '@popfray/engine/result';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate, originOfPage, readToken, sendToken } from '../platform/http/index.ts';
import type { Context } from '../platform/context/index.ts';
import { welcomePlayer } from '../players/index.ts';
import { answerChallenge, createChallenge } from './challenge.ts';
import { beginSignIn, endSignIn, sweepSignIns } from './sign-in.ts';

/** Signing in with a wallet, and out. */
export function addSignIn(app: Hono, gate: Gate, context: Context): void {
  const { db, settings, house } = context;
  /** Whether an address may not sign in: the house's, where the operator has turned that off. */
  const isBarred = (address: string): boolean => address === house.address && !settings.canHouseSignIn;

  answer(app, gate, CALLS.createChallenge, async ({ body: { address }, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    if (!context.chain.isAddress(address)) return err('ERR_ADDRESS');
    if (isBarred(address)) return err('ERR_HOUSE_SIGN_IN');
    return ok(await createChallenge(context, address, origin, 'sign-in'));
  });

  answer(app, gate, CALLS.signIn, async ({ body, call }) => {
    const origin = originOfPage(call, settings.origins);
    if (origin === null) return err('ERR_ORIGIN');
    if (isBarred(body.address)) return err('ERR_HOUSE_SIGN_IN');
    const proved = await answerChallenge(context, body, origin, 'sign-in');
    if (!proved.ok) return proved;
    const before = readToken(call, settings);
    const { token, welcome } = await db.inTransaction(async () => {
      await sweepSignIns(db, context.now());
      if (before !== null) await endSignIn(db, before);
      const welcomed = await welcomePlayer(context, proved.value);
      return { welcome: welcomed, token: await beginSignIn(context, proved.value) };
    });
    sendToken(call, settings, token.token, token.maxAgeMs);
    return ok(welcome);
  });

  answer(app, gate, CALLS.signOut, async ({ call }) => {
    const token = readToken(call, settings);
    if (token !== null) await endSignIn(db, token);
    sendToken(call, settings, null, 0);
    return ok({});
  });
}
