import { blockEntropy, createRound, crossChain } from '@popfray/engine';
import { CALLS, SPECTATOR_DELAY_MS, type Emote, type WatchedBattle } from '@popfray/protocol';
import { BATTLE_MS, GRACE_MS } from '@popfray/protocol/battle';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { required } from '../testing/required.fixture.ts';
import { connectPlayers, run } from '../battles/battle.fixture.ts';
import { COUNTDOWN_MS, type Countdown } from '../battles/countdown.fixture.ts';
import type { Battles } from '../battles/battle-connection.ts';
import { createBattles } from '../battles/battles.ts';
import { TestLeases } from '../battles/leases.fixture.ts';
import { createApp } from '../start/app.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createTestContext } from '../testing/context.fixture.ts';
import { MAX_OF_NETWORK } from './spectators.ts';
import { SpectatorViews } from './views.ts';

const test = await createTestContext();
afterAll(async () => test.stop());

const { clock } = test;
const leases = new TestLeases(test.context.leases);
const context = { ...test.context, leases, settings: { ...test.context.settings, rateFactor: Infinity } };
const { db } = context;
const app = createApp(context);

const SPECTATOR = 'spectator-1';

let battles: Battles;
beforeEach(() => {
  battles = createBattles(context);
});
afterEach(async () => {
  await battles.stop();
  await db
    .updateTable('sessions')
    .set({ status: 'cancelled', ended_at: clock.nowMs })
    .where('status', 'in', ['starting', 'playing'])
    .execute();
  await db.deleteFrom('live_battles').execute();
});

/** A battle whose players are there, `ms` of the round after its start. */
async function playTo(ms: number, countdown: Countdown = {}) {
  const { sessionId, players } = await connectPlayers({ ...test, context }, battles, ['regular', 'novice'], countdown);
  await run(test, battles, players, COUNTDOWN_MS + ms);
  return { sessionId, players };
}

const watch = async (id: string, from = 0, spectator = SPECTATOR) =>
  ask(app, CALLS.watchBattle, { params: { id }, query: { from: String(from), spectator } });
const see = async (id: string, from = 0): Promise<WatchedBattle> => (await watch(id, from)).value;
const emote = async (id: string, sent: string, token?: string) =>
  ask(app, CALLS.sendEmote, { params: { id }, body: { emote: sent as Emote }, ...(token !== undefined && { token }) });

/** The score of a player by what spectators were told. */
function scoreOf({ blocks, players, until }: WatchedBattle, place: number): number {
  const made = createRound({ rules: crossChain, entropy: blockEntropy(Int32Array.from(blocks)), pausable: false });
  if (!made.ok) throw new Error(made.error.code);
  made.value.playInputs(Int32Array.from(required(players[place]).clicks), until * 1_000 - 1);
  return made.value.score;
}

describe('a spectator', () => {
  it('sees every second ten seconds late, and not a second or a click more', async () => {
    const { sessionId } = await playTo(15_400);
    const seen = await see(sessionId);
    expect(seen).toMatchObject({ status: 'playing', from: 0, until: 5, rulesId: 'cross-chain' });
    expect(seen.shownMs).toBeLessThanOrEqual(15_400 - SPECTATOR_DELAY_MS);
    expect(seen.blocks).toHaveLength(5 * 4);
    for (const { clicks } of seen.players) {
      expect(clicks.length).toBeGreaterThan(0);
      expect(clicks.filter((_, at) => at % 3 === 0).every((ms) => ms < 5_000)).toBe(true);
    }
  });

  it('sees nothing of the first ten seconds but who plays', async () => {
    const { sessionId } = await playTo(9_900);
    const seen = await see(sessionId);
    expect(seen).toMatchObject({ status: 'waiting', until: 0, blocks: [] });
    expect(seen.players.map(({ username, clicks }) => [username, clicks])).toEqual([
      ['Player 0', []],
      ['Player 1', []],
    ]);
  });

  it('sees a battle again as soon as the database can be read', async () => {
    let isAway = true;
    const views = new SpectatorViews({
      now: () => clock.nowMs,
      get db() {
        if (isAway) throw new Error('the database is away');
        return db;
      },
    });
    await expect(views.of('no-session')).rejects.toThrow('the database is away');
    isAway = false;
    expect(await views.of('no-session')).toBeUndefined();
  });

  it('asks for the seconds that are new', async () => {
    const { sessionId, players } = await playTo(14_000);
    const first = await see(sessionId);
    await run(test, battles, players, 3_000);
    const next = await see(sessionId, first.until);
    expect(next.from).toBe(first.until);
    expect(next.blocks).toHaveLength((next.until - first.until) * 4);
    const whole = await see(sessionId);
    expect([...first.blocks, ...next.blocks]).toEqual(whole.blocks);
    for (const [at, player] of whole.players.entries())
      expect([...required(first.players[at]).clicks, ...required(next.players[at]).clicks]).toEqual(player.clicks);
  });

  it('sees the end late too, and then the same scores as the result, bots included', async () => {
    const { sessionId, players } = await playTo(BATTLE_MS + GRACE_MS + 40, { bots: ['novice'] });
    const results = await db
      .selectFrom('results')
      .select('score')
      .orderBy('place')
      .where('session_id', '=', sessionId)
      .execute();
    expect(results).toHaveLength(3);
    expect((await see(sessionId)).status).toBe('playing');
    await run(test, battles, players, SPECTATOR_DELAY_MS);
    const seen = await see(sessionId);
    expect(seen).toMatchObject({ status: 'over', until: 60 });
    const scores = seen.players.map((_, at) => scoreOf(seen, at));
    for (const [at, { score }] of results.entries()) expect(scores[at]).toBe(score);
  });

  it('sees the clicks of a bot while the battle is played as they are at its end', async () => {
    const { sessionId, players } = await playTo(30_000, { bots: ['expert'] });
    const early = await see(sessionId);
    const bot = required(early.players[2]);
    expect(bot).toMatchObject({ isBot: true });
    expect(bot.clicks.length).toBeGreaterThan(0);
    await run(test, battles, players, BATTLE_MS);
    const late = required((await see(sessionId)).players[2]);
    expect(late.clicks.slice(0, bot.clicks.length)).toEqual(bot.clicks);
  });

  it('sees no second that may be played again after an outage', async () => {
    const { sessionId } = await playTo(20_000);
    const before = await see(sessionId);
    await battles.stop();
    // No process plays the battle: its time will continue from the last time at which it certainly ran.
    clock.nowMs += 60_000;
    const { until } = await see(sessionId);
    expect(until).toBeLessThanOrEqual(before.until + 1);
  });

  it('is refused when one network has too many, and is let in again when others have left', async () => {
    const { sessionId } = await playTo(12_000);
    for (let at = 0; at < MAX_OF_NETWORK; at++) expect((await watch(sessionId, 0, `spectator-${at}`)).status).toBe(200);
    expect((await watch(sessionId, 0, 'one-too-many')).code).toBe('ERR_SPECTATORS');
    expect((await watch(sessionId, 0, 'spectator-0')).status).toBe(200);
    clock.nowMs += 11_000;
    expect((await watch(sessionId, 0, 'one-too-many')).status).toBe(200);
  });

  it.each(['no-such-session', '<script>', "' OR 1=1"])('sees nothing of the id %s', async (id) => {
    expect((await watch(id)).code).toBe('ERR_SESSION_UNKNOWN');
    expect((await emote(id, 'wave')).code).toBe('ERR_SESSION_UNKNOWN');
  });

  it.each([
    [{ from: '-1', spectator: SPECTATOR }],
    [{ from: '61', spectator: SPECTATOR }],
    [{ from: '1.5', spectator: SPECTATOR }],
    [{ spectator: 'x' }],
    [{ spectator: '<script>' }],
    [{}],
  ])('is refused with the query %j', async (query) => {
    const { sessionId } = await playTo(100);
    expect((await ask(app, CALLS.watchBattle, { params: { id: sessionId }, query })).code).toBe('ERR_BODY');
  });
});

describe('the list of live battles', () => {
  it('has those that are played, with their players', async () => {
    const { sessionId, players } = await playTo(3_000, { bots: ['novice'] });
    clock.nowMs += 2_000;
    const listed = (await ask(app, CALLS.getLiveBattles)).value.filter((battle) => battle.sessionId === sessionId);
    expect(listed).toMatchObject([
      {
        sessionName: 'A battle',
        entryFeeSun: 0,
        players: [{ username: 'Player 0', isBot: false }, { username: 'Player 1' }, { isBot: true }],
      },
    ]);
    await run(test, battles, players, BATTLE_MS + GRACE_MS);
    expect((await ask(app, CALLS.getLiveBattles)).value.map((battle) => battle.sessionId)).not.toContain(sessionId);
  });
});

describe('an emote', () => {
  it('of a spectator reaches players and spectators, without a name and once a second', async () => {
    const { sessionId } = await playTo(2_000);
    const actions: unknown[] = [];
    const unsubscribe = context.bus.subscribe((event) => event.type === 'game-action' && actions.push(event));
    for (const sent of ['fire', 'clap', 'wow']) expect((await emote(sessionId, sent)).status).toBe(200);
    unsubscribe();
    expect(actions).toMatchObject([
      {
        gameId: sessionId,
        playerId: '',
        fields: { emote: 'fire' },
        receiverIds: [test.wallet('player 0').address, test.wallet('player 1').address],
      },
    ]);
    expect((await see(sessionId)).emotes).toMatchObject([{ emote: 'fire', username: null }]);
    clock.nowMs += 7_000;
    expect((await see(sessionId)).emotes).toEqual([]);
  });

  it('of a player has the name of the seat, and does not come back to its sender', async () => {
    const { sessionId } = await playTo(2_000);
    const token = await signIn(context, test.wallet('player 1').address);
    const actions: unknown[] = [];
    const unsubscribe = context.bus.subscribe((event) => event.type === 'game-action' && actions.push(event));
    await emote(sessionId, 'heart', token);
    unsubscribe();
    expect(actions).toMatchObject([{ receiverIds: [test.wallet('player 0').address] }]);
    expect((await see(sessionId)).emotes).toMatchObject([{ emote: 'heart', username: 'Player 1' }]);
  });

  it.each(['', 'rude words', '<b>'])('that is %j is none', async (sent) => {
    const { sessionId } = await playTo(100);
    expect((await emote(sessionId, sent)).code).toBe('ERR_BODY');
  });

  it('with strange fields from the socket is not shown', async () => {
    const { sessionId } = await playTo(100);
    for (const fields of [
      {},
      { emote: 'free text', id: 'a' },
      { emote: 'wave', id: 7 },
      { emote: 'wave', id: 'x'.repeat(41) },
    ])
      context.bus.publish({
        type: 'game-action',
        gameId: sessionId,
        playerId: '',
        action: 'emote',
        fields,
        receiverIds: [],
      });
    expect((await see(sessionId)).emotes).toEqual([]);
  });
});
