import { FAILURES, type Call } from '@popfray/protocol';
import { navigate } from 'wouter/use-browser-location';
import { AskError } from '../api/ask-error.ts';
import { ask, type Question } from '../api/ask.ts';
import { PATHS } from '../routes.ts';

/** Statuses by which the server says that whoever asks is not the operator, or no more. */
const TURNED_AWAY: ReadonlySet<number> = new Set([401, 403]);

/** Statuses by which the server says that there is no such thing: asked again, it says the same. */
const ABSENT: ReadonlySet<unknown> = new Set([400, 404]);

/** Whether the server has answered that there is nothing like what was asked for. */
export const isAbsent = (error: unknown): boolean => error instanceof AskError && ABSENT.has(error.status);

/**
 * Makes a call of the desk as `ask` does. Who is turned away leaves the desk for the first page: only the server knows who the operator
 * is. A refusal is in English, as all of the desk, and not in the page's language.
 */
export async function askDesk<Described extends Call>(call: Described, question: Question<Described> = {}) {
  try {
    return await ask(call, question);
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    if (TURNED_AWAY.has(error.status)) navigate(PATHS.home, { replace: true });
    throw error.code === null ? error : new AskError(error.status, error.code, FAILURES[error.code].message);
  }
}
