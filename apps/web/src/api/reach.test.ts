import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { notePartMissing, noteReached, noteUnreached, reach } from './reach.ts';

let isUp: boolean;
const health = vi.fn<typeof fetch>(() =>
  isUp ? Promise.resolve(Response.json({})) : Promise.reject(new TypeError('Failed to fetch')),
);

beforeEach(() => {
  isUp = true;
  health.mockClear();
  vi.useFakeTimers();
  vi.stubGlobal('fetch', health);
});
afterEach(() => {
  noteReached();
  reach.setState({ reach: 'online' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a server that goes away is noticed, asked for every 5 seconds, and noticed again', async () => {
  isUp = false;
  noteUnreached();
  noteUnreached();
  expect(reach.getState().reach).toBe('offline');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health).toHaveBeenCalledTimes(2);
  expect(reach.getState().reach).toBe('offline');
  isUp = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reach.getState().reach).toBe('online');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(health).toHaveBeenCalledTimes(3);
});

test('a server that takes the question and never answers is asked again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), ms);
    return limit.signal;
  });
  health.mockImplementationOnce(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject)),
  );
  noteUnreached();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health).toHaveBeenCalledOnce();
  expect(reach.getState().reach).toBe('offline');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(reach.getState().reach).toBe('online');
});

test('an answer to anything ends the asking', async () => {
  noteUnreached();
  noteReached();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reach.getState().reach).toBe('online');
  expect(health).not.toHaveBeenCalled();
});

test('a part that is missing on a server that answers means that there is a newer page', async () => {
  await notePartMissing();
  expect(reach.getState().reach).toBe('outdated');
  noteReached();
  expect(reach.getState().reach).toBe('outdated');
});

test('a part that is missing because the server is away is no news of the page', async () => {
  isUp = false;
  await notePartMissing();
  expect(reach.getState().reach).toBe('offline');
});
