import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { handleMissingChunk, markOnline, markOffline, connectivity } from './connectivity.ts';

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
  markOnline();
  connectivity.setState({ status: 'online' });
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an unreachable server is detected, polled every 5 seconds, and detected again when it is back', async () => {
  isUp = false;
  markOffline();
  markOffline();
  expect(connectivity.getState().status).toBe('offline');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health).toHaveBeenCalledTimes(2);
  expect(connectivity.getState().status).toBe('offline');
  isUp = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connectivity.getState().status).toBe('online');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(health).toHaveBeenCalledTimes(3);
});

test('a server that accepts a request and never answers is asked again', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(), ms);
    return limit.signal;
  });
  health.mockImplementationOnce(
    (_, init) => new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', reject)),
  );
  markOffline();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(health).toHaveBeenCalledOnce();
  expect(connectivity.getState().status).toBe('offline');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(connectivity.getState().status).toBe('online');
});

test('an answer to any request ends the polling', async () => {
  markOffline();
  markOnline();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(connectivity.getState().status).toBe('online');
  expect(health).not.toHaveBeenCalled();
});

test('a missing chunk on a reachable server means that there is a newer version', async () => {
  await handleMissingChunk();
  expect(connectivity.getState().status).toBe('outdated');
  markOnline();
  expect(connectivity.getState().status).toBe('outdated');
});

test('a missing chunk on an unreachable server says nothing about the version', async () => {
  isUp = false;
  await handleMissingChunk();
  expect(connectivity.getState().status).toBe('offline');
});
