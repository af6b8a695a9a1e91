import { writeText, readText } from '../../data/storage/storage.ts';

/** Storage key of the completion. */
export const TUTORIAL_KEY = 'popfray.tutorial.v1';

/** Whether an address requests the tutorial: `?tutorial`. */
export const asksForTutorial = (search: string): boolean => new URLSearchParams(search).has('tutorial');

/** Whether the tutorial was neither completed nor skipped in this browser. */
export const isTutorialDue = (): boolean => readText(TUTORIAL_KEY) === null;

/** Stores that the tutorial was completed or skipped. */
export const endTutorial = (): void => writeText(TUTORIAL_KEY, 'done');
