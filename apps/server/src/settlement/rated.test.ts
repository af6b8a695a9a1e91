import { CALLS, findSeason, NEW_RATING, RATED_PAIR_BATTLES } from '@popfray/protocol';
import { ADMIN_CALLS } from '@popfray/protocol/admin';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conduct } from '../conduct/index.ts';
import { execute, fetchRows } from '../platform/database/raw-query.fixture.ts';
import { rebuildRatings } from '../seasons/index.ts';
import { playOut, withScores } from '../testing/battle.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import { createDesk, type Desk } from '../testing/desk.fixture.ts';
import { seatSession, type Seating } from './session.fixture.ts';
import { settleBattle } from './settle.ts';
import { decideShare } from './share-decision.ts';

const DAY_MS = 86_400_000;

let test: Desk;
beforeEach(async () => {
  test = await createDesk();
});
afterEach(async () => test.stop());

/** How a player has played who exceeded a limit of conduct. */
const SUSPICIOUS: Conduct = {
  reasons: ['regular'],
  clicks: 505,
  reactionMedianMs: 100,
  intervalVariationPct: 20,
  aimOffsetPct: 0,
  pathScore: 2.5,
  contradicted: 3,
  marks: [],
  sketch: null,
};

/** Settles a battle with these scores by place. Seat n is always the same player. Resolves with the session's id and its players. */
async function play(
  plan: Seating,
  scores: readonly number[],
  change: { readonly absent?: number; readonly suspicious?: number } = {},
): Promise<{ readonly id: string; readonly players: readonly string[] }> {
  const { session, players } = await seatSession(test, plan);
  const battle = withScores(
    await playOut(test.context.db, session.id, ({ place }) => (place === change.absent ? 'absent' : 'idle')),
    scores,
  );
  const judged = battle.players.map((player) =>
    player.place === change.suspicious ? { ...player, conduct: SUSPICIOUS } : player,
  );
  const over = await settleBattle(test.context, { ...battle, players: judged });
  if (!over.ok) throw new Error(over.error);
  return { id: session.id, players };
}

const ratingsOf = async (id: string) => (await ask(test.app, CALLS.getBattleRatings, { params: { id } })).value;
const mySeason = async (address = '') =>
  (await ask(test.app, CALLS.getMySeason, { token: await signIn(test.context, address) })).value;
const changes = async (): Promise<object[]> =>
  (
    await fetchRows<Record<string, number | string>>(
      test.context.db,
      'SELECT * FROM rating_changes ORDER BY session_id, address',
    )
  ).map(({ number: _, ...row }) => row);

describe('a settled battle', () => {
  it('with entry fees moves the winner up and the loser down, by the same between new players', async () => {
    const { id, players } = await play({ line: 'tt' }, [300, 900]);
    const { state, changes: moved } = await ratingsOf(id);
    expect(state).toBe('rated');
    const gainOf = (at: number): number => {
      const change = moved.find(({ walletAddress }) => walletAddress === players[at]);
      return (change?.after ?? 0) - (change?.before ?? 0);
    };
    expect([gainOf(0), gainOf(1)]).toEqual([-162, 162]);
    expect((await mySeason(players[1])).rating).toMatchObject({
      rating: NEW_RATING + 162,
      battles: 1,
      opponents: 1,
      league: null,
      rank: null,
    });
  });

  it('is rated once, however often it is settled', async () => {
    const { session } = await seatSession(test, { line: 'tt' });
    const battle = withScores(await playOut(test.context.db, session.id, () => 'idle'), [300, 900]);
    await settleBattle(test.context, battle);
    const once = await changes();
    await settleBattle(test.context, battle);
    expect(once).toHaveLength(2);
    expect(await changes()).toEqual(once);
  });

  it.each<[string, Seating]>([
    ['that was free', { line: 'tt', feeSun: 0 }],
    ['with a fee below that of rated battles', { line: 'tt', feeSun: 999_999 }],
    ['with a bot', { line: 'ttb' }],
    ['with one paying player and one of the other chain', { line: 'ts' }],
  ])('%s moves no rating', async (_, plan) => {
    const { id } = await play(plan, [300, 900, 500]);
    expect(await ratingsOf(id)).toMatchObject({ state: 'unrated', changes: [] });
  });

  it('rates the players who paid here, without those of the other chain', async () => {
    const { id, players } = await play({ line: 'tts' }, [300, 100, 900]);
    const { changes: moved } = await ratingsOf(id);
    expect(moved.map(({ walletAddress }) => walletAddress).toSorted()).toEqual(players.slice(0, 2).toSorted());
  });

  it('between the same two players moves ratings only so often on a day, so that own keys gain little', async () => {
    const ids: string[] = [];
    for (let battle = 0; battle <= RATED_PAIR_BATTLES; battle++) ids.push((await play({ line: 'tt' }, [9, 3])).id);
    const states = [];
    for (const id of ids) states.push((await ratingsOf(id)).state);
    expect(states).toEqual([...ids.slice(1).map(() => 'rated'), 'unrated']);
    test.clock.nowMs += DAY_MS;
    const { id, players } = await play({ line: 'tt' }, [9, 3]);
    expect((await ratingsOf(id)).state).toBe('rated');
    expect((await mySeason(players[0])).rating).toMatchObject({ battles: RATED_PAIR_BATTLES + 1, opponents: 1 });
  });

  it('with a held share is rated when the operator has decided', async () => {
    const { id, players } = await play({ line: 'ttt' }, [900, 500, 300], { suspicious: 0 });
    expect(await ratingsOf(id)).toMatchObject({ state: 'held', changes: [] });
    const body = { outcome: 'paid', reason: 'It was a person.' } as const;
    await ask(test.app, ADMIN_CALLS.decideHeldShare, { token: test.token, params: { id: `${id}.0` }, body });
    const { state, changes: moved } = await ratingsOf(id);
    expect(state).toBe('rated');
    expect(moved).toHaveLength(3);
    expect((await mySeason(players[0])).rating.rating).toBeGreaterThan(NEW_RATING);
  });

  it('rates the others alone when a share was refused', async () => {
    const { id, players } = await play({ line: 'ttt' }, [900, 500, 300], { suspicious: 0 });
    const body = { outcome: 'refused', reason: 'A program has played.' } as const;
    await ask(test.app, ADMIN_CALLS.decideHeldShare, { token: test.token, params: { id: `${id}.0` }, body });
    const { changes: moved } = await ratingsOf(id);
    expect(moved.map(({ walletAddress }) => walletAddress).toSorted()).toEqual(players.slice(1).toSorted());
    expect(moved.find(({ walletAddress }) => walletAddress === players[1])?.after).toBe(NEW_RATING + 162);
  });
});

describe('ratings', () => {
  it('are the same when they are computed again from the results', async () => {
    await play({ line: 'tttt' }, [900, 500, 300, 500]);
    await play({ line: 'tt' }, [100, 500]);
    const { id } = await play({ line: 'ttt' }, [900, 500, 300], { suspicious: 0 });
    test.clock.nowMs += 31 * DAY_MS;
    await play({ line: 'ttt' }, [0, 500, 900], { absent: 0 });
    const verdict = { id: `${id}.0`, outcome: 'refused', reason: 'A program has played.', by: test.house } as const;
    expect((await decideShare(test.context, verdict)).ok).toBe(true);
    const readAll = async () => [
      await changes(),
      await fetchRows(test.context.db, 'SELECT * FROM ratings ORDER BY season, address'),
    ];
    const before = await readAll();
    expect(before[0]).toHaveLength(4 + 2 + 2 + 3);
    await execute(test.context.db, 'UPDATE ratings SET rating = 1');
    expect(await rebuildRatings(test.context.db)).toBe(4);
    expect(await readAll()).toEqual(before);
  });

  it('begin a new season half way back to a new player’s, and the past season can be read', async () => {
    const { players } = await play({ line: 'tt' }, [300, 900]);
    test.clock.nowMs = findSeason(2).startsAt;
    const { rating, past, season } = await mySeason(players[1]);
    expect(season).toEqual(findSeason(2));
    expect(rating).toMatchObject({ season: 2, rating: NEW_RATING + 81, battles: 0 });
    expect(past).toMatchObject([{ season: 1, rating: NEW_RATING + 162, battles: 1 }]);
    await play({ line: 'tt' }, [300, 900]);
    expect((await mySeason(players[1])).rating).toMatchObject({ season: 2, battles: 1, opponents: 1 });
    expect((await ask(test.app, CALLS.getSeason, { query: { number: 3 } })).code).toBe('ERR_SEASON_UNKNOWN');
  });

  it('have a league and a place after enough battles against enough players', async () => {
    let players: readonly string[] = [];
    for (let day = 0; day < 10; day++) {
      ({ players } = await play({ line: 'tttttt' }, [600, 500, 400, 300, 200, 100]));
      test.clock.nowMs += DAY_MS;
    }
    const { value: ladder } = await ask(test.app, CALLS.getSeason, {});
    expect(ladder.ranked).toBe(6);
    expect(ladder.rows.map(({ walletAddress }) => walletAddress)).toEqual(players);
    expect(ladder.rows.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(ladder.firstSeason).toBe(1);
    expect((await mySeason(players[2])).rating).toMatchObject({ rank: 3, league: ladder.rows[2]?.league });
    await execute(test.context.db, 'UPDATE players SET deleted_at = 1 WHERE address = ?', players[0] ?? '');
    expect((await ask(test.app, CALLS.getSeason, {})).value).toMatchObject({ ranked: 5 });
  });
});

describe('the streak and the quests', () => {
  it('count battles that were played to the end, on consecutive days', async () => {
    let players: readonly string[] = [];
    for (let day = 0; day < 3; day++) {
      ({ players } = await play({ line: 'tt' }, [300, 900], { absent: 0 }));
      if (day < 2) test.clock.nowMs += DAY_MS;
    }
    expect((await mySeason(players[1])).streak).toEqual({ days: 3, best: 3, hasPlayedToday: true });
    expect((await mySeason(players[0])).streak).toEqual({ days: 0, best: 0, hasPlayedToday: false });
    test.clock.nowMs += DAY_MS;
    expect((await mySeason(players[1])).streak).toEqual({ days: 3, best: 3, hasPlayedToday: false });
    test.clock.nowMs += DAY_MS;
    expect((await mySeason(players[1])).streak).toEqual({ days: 0, best: 3, hasPlayedToday: false });
  });

  it('show what the day has of each quest', async () => {
    const { players } = await play({ line: 'tt' }, [300, 900]);
    const { quests } = await mySeason(players[1]);
    expect(quests.date).toBe('2026-01-15');
    expect(quests.quests).toHaveLength(3);
    for (const { kind, progress, target } of quests.quests)
      if (kind === 'rounds' || kind === 'battles') expect(progress).toBe(1);
      else if (kind === 'score') expect(progress).toBe(Math.min(900, target));
  });
});
