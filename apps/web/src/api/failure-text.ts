import { FAILURES, type FailureCode } from '@popfray/protocol';
import { loadTexts, speaker, texts } from '../messages/texts.ts';

const t = speaker('failures');

/** A failure's words in the reader's language; in English as long as those cannot be had. */
export const failureText = (code: FailureCode): string =>
  'failures' in texts.getState().messages ? t(code) : FAILURES[code].message;

/** The same, once the words are here. Never rejects. */
export async function fetchFailureText(code: FailureCode): Promise<string> {
  await loadTexts('failures').catch(() => undefined);
  return failureText(code);
}
