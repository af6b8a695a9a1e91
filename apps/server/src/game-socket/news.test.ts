import { afterAll, expect, it } from 'vitest';
import { startCountdown } from '../battles/countdown.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { createAudience } from './audience.ts';
import { startNews } from './news.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

it('leaves the event loop free between many sessions that have changed at once', async () => {
  const audience = createAudience();
  const news = startNews(test.context, audience);
  /** Turns of the event loop so far, and the turn in which each session was sent. */
  let turns = 0;
  const sentAt: number[] = [];
  const connection = { isOpen: true, send: () => void sentAt.push(turns), close: () => undefined };
  const sessionIds = await Array.fromAsync({ length: 30 }, async () => startCountdown(test));
  for (const sessionId of sessionIds) audience.watchers.add(sessionId, connection);
  sentAt.length = 0;
  let counter = setImmediate(function count() {
    turns++;
    counter = setImmediate(count);
  });
  for (const sessionId of sessionIds) test.context.bus.publish({ type: 'session', sessionId });
  await expect.poll(() => sentAt.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(sessionIds.length);
  clearImmediate(counter);
  await news.stop();
  expect(new Set(sentAt.slice(-sessionIds.length)).size).toBeGreaterThanOrEqual(3);
});
