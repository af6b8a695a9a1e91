import { keepText, readText } from '../account/storage.ts';

/** Where it is kept that the lesson was done, or skipped. */
export const TUTORIAL_KEY = 'popfray.tutorial.v1';

/** Whether an address asks for the lesson, had before or not: `?tutorial`. */
export const asksForTutorial = (search: string): boolean => new URLSearchParams(search).has('tutorial');

/** Whether the lesson has neither been done nor skipped in this browser. */
export const isTutorialDue = (): boolean => readText(TUTORIAL_KEY) === null;

/** Remembers that the lesson was done or skipped. */
export const endTutorial = (): void => keepText(TUTORIAL_KEY, 'done');
