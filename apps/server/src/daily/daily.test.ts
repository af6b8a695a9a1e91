import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { arena, freePlay, type Replay } from '@popfray/engine';
import { BOT_SKILLS, createBot } from '@popfray/engine/bot';
import { CALLS, DAILY_PLACES, type DailyVerdict } from '@popfray/protocol';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { execute, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { openDatabase } from '../platform/database/index.ts';
import { createApp } from '../start/app.ts';
import { ask, dumpAll, ORIGIN, signIn } from '../testing/client.fixture.ts';
import { createTestContext, START_MS } from '../testing/context.fixture.ts';
import { playAsPerson, recorded, startRound, textOf } from '../testing/player.fixture.ts';
import { handInDaily, MAX_RESULTS } from './hand-in.ts';
import { dailySeed, LATE_MS } from './seed.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const context = { ...test.context, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);

const DAY_MS = 86_400_000;
let days = 0;
let date: string;
let midnightMs: number;

/** Every test has a separate day, and begins at noon. */
beforeEach(() => {
  clock.nowMs = START_MS + ++days * 3 * DAY_MS;
  date = new Date(clock.nowMs).toISOString().slice(0, 10);
  midnightMs = clock.nowMs + DAY_MS / 2;
});

/** A guest by a name; the same name is the same guest. */
const guest = (name: string) => ({
  secret: createHash('sha256').update(name).digest('base64url').slice(0, 22),
  name,
});

/** A round of the day as a person plays it; another pace gives another score. */
const play = (paceMs = 420, on = date): Replay =>
  playAsPerson(dailySeed(context, on), { paceMs, spreadPct: 30, rules: freePlay });

const board = async (token?: string, id?: string) =>
  (await ask(app, CALLS.getDaily, { token, query: id === undefined ? {} : { guest: id } })).value;

const handIn = async (replay: Replay | string, said: object = {}, by: { token?: string; on?: string } = {}) =>
  ask(app, CALLS.finishDaily, {
    token: by.token,
    body: { date: by.on ?? date, replay: typeof replay === 'string' ? replay : textOf(replay), ...said },
  });

async function handInAs(name: string, replay: Replay): Promise<DailyVerdict> {
  return (await handIn(replay, { guest: guest(name) })).value;
}

/** Asserts that a round is refused with a code, and that nothing changed. */
async function expectRefused(code: string, act: () => ReturnType<typeof handIn>): Promise<void> {
  const before = await dumpAll(db);
  expect((await act()).code).toBe(code);
  expect(await dumpAll(db)).toEqual(before);
}

describe('the day’s seed', () => {
  it('is the same for everybody all day, another one each day, and says its date', async () => {
    const { today, yesterday } = await board();
    clock.nowMs = midnightMs - 1;
    expect((await board()).today).toEqual(today);
    expect(today).toMatchObject({ date, endsAt: midnightMs, closesAt: midnightMs + LATE_MS, rulesId: 'free-play' });
    expect(today.seed).toMatch(new RegExp(`^${date}-[0-9a-f]{24}$`));
    expect(yesterday.seed.slice(10)).not.toBe(today.seed.slice(10));
    clock.nowMs = midnightMs;
    expect((await board()).yesterday.seed).toBe(today.seed);
  });

  it('is derived from the house’s key, which only the server has', () => {
    const other = { house: { ...context.house, privateKey: 'f'.repeat(64) } };
    expect(dailySeed(other, date)).not.toBe(dailySeed(context, date));
  });
});

describe('a round of the day', () => {
  it('is played again and listed, a guest’s by the name given', async () => {
    const replay = play();
    const { value } = await handIn(replay, { guest: guest('Zoë 泡泡') });
    const place = {
      rank: 1,
      name: 'Zoë 泡泡',
      isPlayer: false,
      score: replay.score,
      popped: expect.any(Number),
      bestCombo: expect.any(Number),
    };
    expect(value).toEqual({
      outcome: 'listed',
      score: replay.score,
      count: 1,
      own: place,
      guest: expect.stringMatching(/^[\w-]{22}$/),
    });
    const { today } = await board(undefined, value.guest ?? '');
    expect(today).toMatchObject({ count: 1, own: place, places: [place] });
    expect((await board()).today.own).toBeNull();
  });

  it('of a signed-in player is listed under the profile’s name, not under a guest’s', async () => {
    const ann = await test.player(`ann ${days}`);
    const token = await signIn(context, ann.address);
    const { value } = await handIn(play(), { guest: guest('Visitor') }, { token });
    expect(value).toMatchObject({ outcome: 'listed', guest: null, own: { isPlayer: true } });
    await ask(app, CALLS.renameMe, { token, body: { username: 'Ann' } });
    expect((await board(token)).today).toMatchObject({ own: { name: 'Ann' }, places: [{ name: 'Ann', rank: 1 }] });
  });

  it('stands if it is the best of its player; of equal ones the first to come in is before', async () => {
    const [good, better] = [play(700), play(500)].toSorted((a, b) => a.score - b.score) as [Replay, Replay];
    expect(better.score).toBeGreaterThan(good.score);
    await handInAs('Ann', good);
    expect(await handInAs('Ann', better)).toMatchObject({ outcome: 'listed', own: { score: better.score }, count: 1 });
    expect(await handInAs('Ann', good)).toMatchObject({ outcome: 'kept', own: { score: better.score }, count: 1 });
    // One more click, into an empty corner, after the last pop: another round of the same score.
    const round = startRound(dailySeed(context, date), [], freePlay);
    round.playInputs(better.inputs, freePlay.durationMs);
    round.advanceTo(freePlay.durationMs - 1);
    round.pop(0, 0);
    round.advanceTo(freePlay.durationMs);
    expect(round.score).toBe(better.score);
    const equal = recorded(round);
    expect(await handInAs('Ann', equal)).toMatchObject({ outcome: 'kept', count: 1 });
    expect(await handInAs('Bob', equal)).toMatchObject({ outcome: 'listed', own: { rank: 2 } });
    expect((await board()).today.places.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
  });

  it('that another player has handed in before counts once; handed in again by its player it is the same', async () => {
    const replay = play();
    const first = await handInAs('Ann', replay);
    expect(await handInAs('Bob', replay)).toMatchObject({ outcome: 'copied', own: null, count: 1 });
    expect(await handInAs('Ann', replay)).toEqual(first);
  });

  it('without a click is not a copy', async () => {
    const idle = () => {
      const round = startRound(dailySeed(context, date), [], freePlay);
      round.advanceTo(freePlay.durationMs);
      return recorded(round);
    };
    expect(await handInAs('Ann', idle())).toMatchObject({ outcome: 'listed', own: { rank: 1, score: 0 } });
    expect(await handInAs('Bob', idle())).toMatchObject({ outcome: 'listed', own: { rank: 2, score: 0 } });
    expect(await handInAs('Bob', idle())).toMatchObject({ outcome: 'listed', count: 2 });
  });

  it('that no person has played is not listed', async () => {
    const round = startRound(dailySeed(context, date), [], freePlay);
    createBot({ skill: BOT_SKILLS.expert, seed: 'bot' }).advanceTo(round, freePlay.durationMs);
    expect(await handInAs('Bot', recorded(round))).toMatchObject({ outcome: 'marked', own: null, count: 0 });
  });

  it.each([280, 380, 520, 800])('of a person with a pace of %i ms passes', async (paceMs) => {
    expect(await handInAs('Ann', play(paceMs))).toMatchObject({ outcome: 'listed' });
  });

  it('pays nothing and counts for no profile', async () => {
    const ann = await test.player(`ann ${days}`);
    const token = await signIn(context, ann.address);
    const money = async () => {
      const { entries, postings, rounds, players } = await dumpAll(db);
      return JSON.stringify([entries, postings, rounds, players]);
    };
    const before = await money();
    await handIn(play(), {}, { token });
    expect(await money()).toBe(before);
  });
});

describe('what is refused', () => {
  it('is a round without an entrant, and an invalid name', async () => {
    await expectRefused('ERR_DAILY_GUEST', () => handIn(play()));
    for (const name of ['', ' ', 'x'.repeat(33), 'A\u202enn'])
      await expectRefused('ERR_USERNAME', () => handIn(play(), { guest: { ...guest('a'), name } }));
  });

  it('is what is no replay, of other rules, of another seed, or of another score', async () => {
    const said = { guest: guest('Ann') };
    await expectRefused('ERR_REPLAY_MALFORMED', () => handIn('nonsense', said));
    await expectRefused('ERR_DAILY_SEED', () => handIn(playAsPerson('MY-SEED', { rules: freePlay }), said));
    await expectRefused('ERR_DAILY_SEED', () => handIn(playAsPerson(dailySeed(context, date), { rules: arena }), said));
    const replay = play();
    await expectRefused('ERR_REPLAY_WRONG', () => handIn({ ...replay, score: replay.score + 1 }, said));
  });

  it('is a day that is over for longer than its rounds take to come in, and one that has not come', async () => {
    const replay = play();
    const said = { guest: guest('Ann') };
    await expectRefused('ERR_DAILY_CLOSED', () => handIn(replay, said, { on: '2999-01-01' }));
    clock.nowMs = midnightMs + LATE_MS;
    await expectRefused('ERR_DAILY_CLOSED', () => handIn(replay, said));
    clock.nowMs -= 1;
    expect((await handIn(replay, said)).value.outcome).toBe('listed');
  });

  it('is more from a network on a day than people play there', async () => {
    const limited = createApp({ ...test.context, settings: { ...test.context.settings, rateFactor: 0.05 } });
    const from = async (remoteAddress: string) => {
      clock.nowMs += 61_000;
      const body = JSON.stringify({ date: '2000-01-01', replay: '', guest: guest('Ann') });
      const headers = { Origin: ORIGIN, 'Content-Type': 'application/json' };
      const request = { method: 'POST', headers, body };
      const response = await limited.request('/api/daily/rounds', request, { incoming: { socket: { remoteAddress } } });
      return ((await response.json()) as { error: { code: string } }).error.code;
    };
    for (let round = 0; round < 30; round++) expect(await from('203.0.113.7')).toBe('ERR_DAILY_CLOSED');
    expect(await from('203.0.113.7')).toBe('ERR_DAILY_TRIES');
    expect(await from('203.0.113.8')).toBe('ERR_DAILY_CLOSED');
    clock.nowMs += DAY_MS;
    expect(await from('203.0.113.7')).toBe('ERR_DAILY_CLOSED');
  });
});

describe('the day after', () => {
  it('shows the best three, and how they played once nothing more can come in', async () => {
    const replays = [500, 600, 700, 800].map((paceMs) => play(paceMs)).toSorted((a, b) => b.score - a.score);
    for (const [at, replay] of replays.entries()) await handInAs(`Guest ${at}`, replay);
    clock.nowMs = midnightMs + LATE_MS - 1;
    const open = (await board()).yesterday;
    expect(open).toMatchObject({ date, count: 4 });
    expect(open.places.map(({ name, replay }) => [name, replay])).toEqual([
      ['Guest 0', null],
      ['Guest 1', null],
      ['Guest 2', null],
    ]);
    clock.nowMs += 1;
    expect((await board()).yesterday.places.map(({ replay }) => replay)).toEqual(
      replays.slice(0, 3).map((replay) => textOf(replay)),
    );
  });
});

describe('a guest’s name', () => {
  it('can be changed only with the secret', async () => {
    await handInAs('Ann', play());
    const rename = async (secret: string, name: string) =>
      (await ask(app, CALLS.nameDailyGuest, { body: { secret, name } })).code;
    expect(await rename(guest('Bob').secret, 'Mallory')).toBeNull();
    expect((await board()).today.places[0]?.name).toBe('Ann');
    expect(await rename(guest('Ann').secret, ' Anna ')).toBeNull();
    expect((await board()).today.places[0]?.name).toBe('Anna');
    expect(await rename(guest('Ann').secret, '\u200b')).toBe('ERR_USERNAME');
  });

  it('stays changed when a better round arrives at the same time', async () => {
    const [better, worse] = [play(500), play(600)].toSorted((a, b) => b.score - a.score);
    await handInAs('Ann', worse ?? play());
    const { secret } = guest('Ann');
    const outside = AsyncLocalStorage.snapshot();
    let renaming: Promise<unknown> = Promise.resolve();
    await db.inTransaction(async () => {
      const reply = await handInAs('Ann', better ?? play());
      expect(reply.outcome).toBe('listed');
      renaming = outside(async () => ask(app, CALLS.nameDailyGuest, { body: { secret, name: 'Anna' } }));
      // PostgreSQL runs both at once, so that these queries give the other one time to begin.
      for (let query = 0; query < 300; query++) await fetchRows(db, 'SELECT name FROM daily_results');
    });
    await renaming;
    expect((await board()).today.places[0]).toMatchObject({ name: 'Anna', score: better?.score });
  });
});

describe('a board', () => {
  /** Rows as rounds would have made them, in place of hours of play. */
  const fill = async (count: number, on: string): Promise<void> => {
    const rows = Array.from({ length: count }, (_, at) => ({
      date: on,
      entrant: `guest:filler-${at}`,
      name: 'Filler',
      score: 100_000 + at,
      popped: 1,
      best_combo: 1,
      inputs_hash: `hash ${at}`,
      replay: new Uint8Array(1),
      played_at: 0,
    }));
    await db.insertInto('daily_results').values(rows).execute();
  };

  it('holds so many rounds and shows the best of them; what is worse than all is not kept', async () => {
    await fill(MAX_RESULTS, date);
    expect(await handInAs('Ann', play())).toMatchObject({ outcome: 'beyond', own: null, count: MAX_RESULTS });
    const { today } = await board();
    expect(today.places.map(({ rank }) => rank)).toEqual(Array.from({ length: DAILY_PLACES }, (_, at) => at + 1));
    expect(today.places[0]?.score).toBe(100_000 + MAX_RESULTS - 1);
    await execute(db, 'UPDATE daily_results SET score = 0 WHERE date = ?', date);
    expect(await handInAs('Ann', play())).toMatchObject({ outcome: 'listed', own: { rank: 1 }, count: MAX_RESULTS });
  });

  it('is forgotten after thirty days', async () => {
    const old = new Date(clock.nowMs - 31 * DAY_MS).toISOString().slice(0, 10);
    const recent = new Date(clock.nowMs - 29 * DAY_MS).toISOString().slice(0, 10);
    await execute(db, 'DELETE FROM daily_results');
    await fill(3, old);
    await fill(3, recent);
    await handInAs('Ann', play());
    const kept = await fetchRows<{ date: string }>(db, 'SELECT DISTINCT date FROM daily_results ORDER BY date');
    expect(kept.map((row) => row.date)).toEqual([recent, date]);
  });

  it('is found by its index: no question about it reads more than it shows', async () => {
    const sqlite = await openDatabase(':memory:');
    if ('code' in sqlite) throw new Error(sqlite.message);
    const plan = await fetchRows<{ detail: string }>(
      sqlite,
      `EXPLAIN QUERY PLAN SELECT id FROM daily_results WHERE date = 'x' ORDER BY score DESC, id LIMIT 50`,
    );
    expect(plan.map(({ detail }) => detail).join()).toMatch(/USING (?:COVERING )?INDEX daily_board/);
    expect(plan.map(({ detail }) => detail).join()).not.toMatch(/TEMP B-TREE/);
    await sqlite.close();
  });

  it('takes two rounds of one guest that come in at once, and keeps the better', async () => {
    const replays = [play(500), play(600), play(700)];
    const handed = replays.map((replay) => ({ date, replay: textOf(replay), entrant: 'guest:one', name: 'One' }));
    await Promise.all(handed.map((round) => handInDaily(context, round)));
    const best = Math.max(...replays.map(({ score }) => score));
    expect((await board()).today).toMatchObject({ count: 1, places: [{ name: 'One', score: best }] });
  });
});
