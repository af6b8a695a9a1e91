import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openAnswers, type Answers } from '../../testing/answers.ts';
import { createPolled, type Polled } from './polled.ts';
import { markOnline, connectivity } from './connectivity.ts';

const PATH = '/api/count';
/** Polling interval of the tests, ms. */
const EVERY_MS = 40;

const readCount = (answer: unknown): number | null => (typeof answer === 'number' ? answer : null);

let answers: Answers;
let count: Polled<number>;
const stops: (() => void)[] = [];
const watch = (): void => void stops.push(count.watch());
const known = () => count.store.getState();
/** Sets the page's visibility state. */
function setHidden(isHidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  answers = openAnswers();
  answers.by.set(PATH, '1');
  count = createPolled(PATH, EVERY_MS, readCount);
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.restoreAllMocks();
  markOnline();
  connectivity.setState({ status: 'online' });
});

test('a resource is not requested before the first watcher or after the last', async () => {
  expect(answers.asked).toEqual([]);
  watch();
  await expect.poll(known).toEqual({ value: 1, hasFailed: false });
  stops.pop()?.();
  const { length } = answers.asked;
  await new Promise((resolve) => setTimeout(resolve, 3 * EVERY_MS));
  expect(answers.asked).toHaveLength(length);
});

test('is requested once for all watchers', async () => {
  count = createPolled(PATH, 60_000, readCount);
  watch();
  watch();
  await expect.poll(known).toEqual({ value: 1, hasFailed: false });
  expect(answers.asked).toHaveLength(1);
});

test('is polled', async () => {
  watch();
  await expect.poll(known).toEqual({ value: 1, hasFailed: false });
  answers.by.set(PATH, '2');
  await expect.poll(known).toEqual({ value: 2, hasFailed: false });
});

test.each([
  ['a failure', 500],
  ['too many questions', 429],
  ['something else', '"two"'],
  ['a page', '<!doctype html>'],
  ['something endless', '1'.padEnd(300_000)],
  ['no answer', undefined],
])('the last value stays after %s, and polling recovers', async (_, answer) => {
  watch();
  await expect.poll(known).toEqual({ value: 1, hasFailed: false });
  answers.by.set(PATH, answer);
  await expect.poll(known).toEqual({ value: 1, hasFailed: true });
  expect(connectivity.getState().status).toBe(answer === undefined ? 'offline' : 'online');
  answers.by.set(PATH, '3');
  await expect.poll(known).toEqual({ value: 3, hasFailed: false });
});

test('a hidden page does not poll, and requests at once when it is visible again', async () => {
  setHidden(true);
  watch();
  await new Promise((resolve) => setTimeout(resolve, 2 * EVERY_MS));
  expect(answers.asked).toEqual([]);
  setHidden(false);
  await expect.poll(known).toEqual({ value: 1, hasFailed: false });
});

test('is requested at once when the server is back', async () => {
  count = createPolled(PATH, 60_000, readCount);
  answers.by.delete(PATH);
  watch();
  await expect.poll(known).toEqual({ value: null, hasFailed: true });
  answers.by.set(PATH, '4');
  markOnline();
  await expect.poll(known).toEqual({ value: 4, hasFailed: false });
});
