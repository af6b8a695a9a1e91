import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilActivated } from './reload-page.ts';

/** A service worker whose state a test sets. */
class TestWorker extends EventTarget {
  readonly messages: unknown[] = [];
  state: ServiceWorkerState;
  constructor(state: ServiceWorkerState) {
    super();
    this.state = state;
  }
  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event('statechange'));
  }
  postMessage(message: unknown): void {
    this.messages.push(message);
  }
}

/** Starts to wait for the worker of one slot of a registration. Returns whether the wait has ended. */
function wait(slot: 'installing' | 'waiting' | 'active', worker: TestWorker | null): () => boolean {
  let isOver = false;
  const slots = { installing: null, waiting: null, active: null, [slot]: worker as ServiceWorker | null };
  void untilActivated(slots).then(() => (isOver = true));
  return () => isOver;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['no worker', null],
  ['an active worker', new TestWorker('activated')],
])('a reload does not wait with %s', async (_, worker) => {
  const isOver = wait('active', worker);
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
  expect(worker?.messages ?? []).toEqual([]);
});

test('a reload waits until a new worker is active, and asks an installed one for that', async () => {
  const worker = new TestWorker('installing');
  const isOver = wait('installing', worker);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(worker.messages).toEqual([]);
  worker.become('installed');
  worker.become('activating');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isOver()).toBe(false);
  expect(worker.messages).toEqual(['activate']);
  worker.become('activated');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test('a reload asks a worker whose activation was given up at once', async () => {
  const worker = new TestWorker('installed');
  wait('waiting', worker);
  await vi.advanceTimersByTimeAsync(0);
  expect(worker.messages).toEqual(['activate']);
});

test('a reload does not wait for a worker that cannot be installed', async () => {
  const worker = new TestWorker('installing');
  const isOver = wait('installing', worker);
  worker.become('redundant');
  await vi.advanceTimersByTimeAsync(0);
  expect(isOver()).toBe(true);
});

test('a reload waits 3 seconds at most', async () => {
  const isOver = wait('active', new TestWorker('activating'));
  await vi.advanceTimersByTimeAsync(2_900);
  expect(isOver()).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(isOver()).toBe(true);
});
