import { FAILURES, type FailureCode } from '@popfray/protocol';
import { loadTexts, createTranslator, texts } from '../messages/texts.ts';

const t = createTranslator('failures');

/** Text of a failure code in the reader's language; in English until that language has loaded. */
export const failureText = (code: FailureCode): string =>
  'failures' in texts.getState().messages ? t(code) : FAILURES[code].message;

/** As `failureText`, after the texts have loaded. Never rejects. */
export async function fetchFailureText(code: FailureCode): Promise<string> {
  await loadTexts('failures').catch(() => undefined);
  return failureText(code);
}
