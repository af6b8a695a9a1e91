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
  const before = await currentSessions(context);
  expect(before.map(({ id }) => id)).toEqual([second, first]);
  expect(await currentSessions(context)).toBe(before);

  await setReady(context, first, creator.address, true);
  const [newer, older] = await currentSessions(context);
  expect(newer).toBe(before[0]);
  expect(older?.participants).toMatchObject([{ status: 'ready' }]);

  context.presence.score(first, creator.address, { score: 7, source: 'verified' });
  expect((await currentSessions(context))[1]?.participants[0]?.score).toBeNull();
  clock.nowMs += 1_000;
  expect((await currentSessions(context))[1]?.participants[0]?.score).toBe(7);
});

it('the list shows every session as it is after events of other nodes may have been lost', async () => {
  const [newest] = await currentSessions(context);
  await context.db
    .updateTable('sessions')
    .set({ name: 'Renamed' })
    .where('id', '=', newest?.id ?? '')
    .execute();
  expect((await currentSessions(context))[0]?.sessionName).not.toBe('Renamed');
  context.bus.publish({ type: 'resync', sinceMs: clock.nowMs });
  expect((await currentSessions(context))[0]?.sessionName).toBe('Renamed');
});

it('the list is made once for all who request it at once', async () => {
  clock.nowMs += 1_000;
  const [first, second] = await Promise.all([currentSessions(context), currentSessions(context)]);
  expect(second).toBe(first);
});

it('a list is not kept when a session in it has changed while it was made', async () => {
  const creators = await Array.fromAsync(['ann', 'bob', 'eve'], async (name) => test.player(name, 100_000_000));
  for (const creator of creators) for (let number = 0; number < 3; number++) await gather(test, creator);
  clock.nowMs += 1;
  const newest = await gather(test, await test.player('newest', 100_000_000));
  const { address } = test.wallet('newest');
  // The first session of the list changes after it was read, and before the list is complete.
  const changes: Promise<unknown>[] = [];
  const { presence } = context;
  const changing = {
    ...context,
    presence: Object.assign(Object.create(presence) as typeof presence, {
      scoreOf(...place: Parameters<typeof presence.scoreOf>) {
        if (changes.length === 0) changes.push(setReady(context, newest, address, true));
        return presence.scoreOf(...place);
      },
    }),
  };
  const made = await currentSessions(changing);
  expect(made[0]).toMatchObject({ id: newest, participants: [{ status: 'joined' }] });
  await Promise.all(changes);
  expect((await currentSessions(changing))[0]?.participants).toMatchObject([{ status: 'ready' }]);
});

it('a list that could not be made is made again', async () => {
  let isBroken = true;
  const broken = {
    ...context,
    crossChain: {
      ...context.crossChain,
      sessions() {
        if (isBroken) throw new Error('no sessions');
        return [];
      },
    },
  };
  await expect(currentSessions(broken)).rejects.toThrow('no sessions');
  isBroken = false;
  expect(await currentSessions(broken)).not.toHaveLength(0);
});
