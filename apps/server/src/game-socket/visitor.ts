import { err, ok, type Result } from '@popfray/engine/result';
import type { ChatLanguage } from '@popfray/protocol';
import type { Context as Call } from 'hono';
import type { Context } from '../platform/context/index.ts';
import { isOwnPage, isPartner, networkOf, originOfPage, readToken } from '../platform/http/index.ts';
import { chatLanguageOf } from '../platform/website/index.ts';
import { lookUpSignIn, type SignIn } from '../sign-in/index.ts';

/** Who opens a socket. */
export interface Visitor {
  /** The player who is signed in in the game's own page; null for anybody else. */
  readonly signIn: SignIn | null;
  /** The network address that the visitor comes from. */
  readonly network: string;
  /** The language that chat is translated into, until the client names another one. */
  readonly language: ChatLanguage;
}

/**
 * Finds out who opens a socket. Browsers let any page open one, with the cookies of where it leads to: so a cookie counts only when the
 * page is the game's own, and other pages get in only when they are another chain's front end. Changes nothing.
 */
export async function findVisitor(context: Context, call: Call): Promise<Result<Visitor, 'ERR_ORIGIN'>> {
  const { settings } = context;
  const network = networkOf(call, settings.isBehindProxy);
  const language = chatLanguageOf(call);
  if (originOfPage(call, settings.origins) !== null) {
    const token = readToken(call, settings);
    return ok({ signIn: token === null ? null : await lookUpSignIn(context, token), network, language });
  }
  // A page of this server that opens a socket at the address of a node plays with the token of its seat, and needs no sign-in there.
  const isAtNode = settings.hasOwnAddress && isOwnPage(call, settings.origins);
  return isAtNode || isPartner(call, settings) ? ok({ signIn: null, network, language }) : err('ERR_ORIGIN');
}
