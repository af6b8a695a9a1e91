import { ok } from '@popfray/chain';
import { CALLS } from '@popfray/protocol';
import type { Hono } from 'hono';
import { answer, type Gate } from '../api/answer.ts';
import type { Context } from '../context.ts';
import { readerLanguage } from './reader-language.ts';
import { translate } from './translate.ts';

/** Texts in the reader's language. */
export function addTranslation(app: Hono, gate: Gate, context: Context): void {
  answer(app, gate, CALLS.translate, async ({ body: { text, targetLanguage }, call }) => {
    const asked = targetLanguage === 'auto' ? readerLanguage(call.req.header('Accept-Language') ?? '') : targetLanguage;
    return ok(await translate(context, text, asked));
  });
}
