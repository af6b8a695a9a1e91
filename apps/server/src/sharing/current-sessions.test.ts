import { afterAll, expect, it } from 'vitest';
import { createTestContext } from '../testing/context.fixture.ts';
import { gather } from '../testing/session.fixture.ts';
import { currentSessions } from './current-sessions.ts';
import { setReady } from '../sessions/ready.ts';

const test = await createTestContext();
const { context, clock } = test;
afterAll(async () => test.stop());

it('the list shows changed sessions at once, and keeps the others for a second', async () => {
  const creator = await test.player('creator', 100_000_000);
  const first = await gather(test, creator);
  clock.nowMs += 1;
  const second = await gather(test, creator);
  const before = currentSessions(context);
  expect(before.map(({ id }) => id)).toEqual([second, first]);
  expect(currentSessions(context)).toBe(before);

  setReady(context, first, creator.address, true);
  const [newer, older] = currentSessions(context);
  expect(newer).toBe(before[0]);
  expect(older?.participants).toMatchObject([{ status: 'ready' }]);

  context.presence.score(first, creator.address, { score: 7, source: 'verified' });
  expect(currentSessions(context)[1]?.participants[0]?.score).toBeNull();
  clock.nowMs += 1_000;
  expect(currentSessions(context)[1]?.participants[0]?.score).toBe(7);
});
