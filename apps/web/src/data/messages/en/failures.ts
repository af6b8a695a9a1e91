import { FAILURES, type FailureCode } from '@popfray/protocol';

/** What the server refuses with, in the words that it has for each: fetched with the first refusal. */
export const texts = {
  failures: Object.fromEntries(Object.entries(FAILURES).map(([code, { message }]) => [code, message])) as Readonly<
    Record<FailureCode, string>
  >,
};
