import type { Call } from '@popfray/protocol';
import { navigate } from 'wouter/use-browser-location';
import { AskError } from '../api/ask-error.ts';
import { ask, type Question } from '../api/ask.ts';
import { PATHS } from '../routes.ts';

/** Statuses by which the server says that whoever asks is not the operator, or no more. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403]);

/**
 * Makes a call of the desk as `ask` does. Who is turned away leaves the desk for the first page: only the server knows who the operator
 * is.
 */
export async function askDesk<Described extends Call>(call: Described, question: Question<Described> = {}) {
  try {
    return await ask(call, question);
  } catch (error) {
    if (error instanceof AskError && TURNED_AWAY.has(error.status)) navigate(PATHS.home, { replace: true });
    throw error;
  }
}
