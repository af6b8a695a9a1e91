import type { Context as Call } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { readToken, sendToken } from '../platform/http/index.ts';
import { findSignIn } from './sign-in.ts';

/** The address of the player whose cookie a request carries; null without a valid cookie. Renews the cookie when it is due. */
export async function currentPlayer(context: Context, call: Call): Promise<string | null> {
  const token = readToken(call, context.settings);
  const found = token === null ? null : await findSignIn(context, token);
  if (found === null) return null;
  if (found.renewed !== null) sendToken(call, context.settings, found.renewed.token, found.renewed.maxAgeMs);
  return found.address;
}
