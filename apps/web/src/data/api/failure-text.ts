import { SUN_PER_TRX } from '@popfray/engine';
import {
  ENTRY_FEE_STEP_SUN,
  FAILURES,
  MAX_CHAT_TEXT,
  MAX_ENTRY_FEE_SUN,
  MAX_LOCAL_PLAYERS,
  MAX_SESSION_NAME,
  MAX_USERNAME,
  MAX_WITHDRAWALS_A_DAY,
  MINIMUM_AGE,
  MIN_ENTRY_FEE_SUN,
  type FailureCode,
} from '@popfray/protocol';
import { createTranslator, loadTexts, texts } from '../messages/texts.ts';

const t = createTranslator('failures');

/** Figures of the rules that the texts of failures name: their arguments. */
const FIGURES = {
  nameLength: MAX_USERNAME,
  sessionNameLength: MAX_SESSION_NAME,
  chatLength: MAX_CHAT_TEXT,
  withdrawals: MAX_WITHDRAWALS_A_DAY,
  localPlayers: MAX_LOCAL_PLAYERS,
  feeMin: MIN_ENTRY_FEE_SUN / SUN_PER_TRX,
  feeMax: MAX_ENTRY_FEE_SUN / SUN_PER_TRX,
  minimumAge: MINIMUM_AGE,
  feeStep: ENTRY_FEE_STEP_SUN / SUN_PER_TRX,
};

/** Whether this version knows a failure code. */
export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(FAILURES, code);

/** Text of a failure code in the reader's language; in English until that language has loaded. */
export const failureText = (code: FailureCode): string =>
  'failures' in texts.getState().messages ? t(code, FIGURES) : FAILURES[code].message;

/** As `failureText`, after the texts have loaded. Never rejects. */
export async function fetchFailureText(code: FailureCode): Promise<string> {
  await loadTexts('failures').catch(() => undefined);
  return failureText(code);
}
