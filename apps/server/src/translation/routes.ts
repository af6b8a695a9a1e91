import { err, ok, type Result } from '@popfray/engine/result';
import { CALLS, type ChatLanguage } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../platform/http/index.ts';
import { findShownMessage } from '../chat/index.ts';
import type { Context } from '../platform/context/index.ts';
import { chatLanguageOf } from '../platform/website/index.ts';
import { seatsOf } from '../sessions/index.ts';
import { translate } from './translate.ts';

/** Adds `POST /api/translate`: messages of a chat for everyone, other texts for signed-in players at a lower rate. */
export function addTranslation(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.translate, async ({ body, call }) => {
    const { text, messageId, targetLanguage } = body;
    const target: ChatLanguage = targetLanguage === 'auto' ? chatLanguageOf(call) : targetLanguage;
    if (messageId !== undefined) return translateMessage(context, messageId, target);
    const address = await gate.findPlayer(call);
    if (address === null) return err('ERR_TRANSLATE_TEXT');
    const waitMs = await gate.playerWaitMs(gate.networkOf(call), 'translateText', { address, isProven: true });
    if (waitMs === 0) return ok(await translate(context, text ?? '', target));
    call.header('Retry-After', String(Math.ceil(waitMs / 1_000)));
    return err('ERR_RATE');
  });
}

async function translateMessage(
  context: Context,
  messageId: string,
  target: ChatLanguage,
): Promise<Result<Awaited<ReturnType<typeof translate>>, 'ERR_CHAT_UNKNOWN'>> {
  const message = await findShownMessage(context.db, messageId);
  if (message === undefined) return err('ERR_CHAT_UNKNOWN');
  return ok(await translate(context, message.text, target, await playersOf(context, message.session_id)));
}

/** Names of the players of a session, whom its messages may mention. */
const playersOf = async ({ db }: Pick<Context, 'db'>, sessionId: string): Promise<string[]> =>
  (await seatsOf(db, sessionId)).map(({ username }) => username);
