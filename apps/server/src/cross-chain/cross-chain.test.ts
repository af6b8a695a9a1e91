import { CROSS_CHAIN_CALLS as CALLS } from '@popfray/protocol';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { historyOf } from '../chat/message.ts';
import { postChat } from '../chat/post.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { seatsOf } from '../sessions/seat.ts';
import { isSeatToken } from '../sessions/seat-token.ts';
import { findSession, showSession } from '../sessions/session.ts';
import { gather, rowOf } from '../testing/session.fixture.ts';
import { joinForm, openWorld, SOCKET_URL, solWallet, type CrossChainWorld, type Place } from './world.fixture.ts';

const opened: CrossChainWorld[] = [];
afterEach(async () => {
  for (const world of opened.splice(0)) await world.stop();
});

async function open(place: Place): Promise<CrossChainWorld> {
  const world = await openWorld(place);
  opened.push(world);
  return world;
}

/** Waits till something is so; the test's own patience ends it. */
async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await isSo())) await delay(2);
}

/** A session of a TRON player's that the cross-chain server lists. */
async function share(world: CrossChainWorld, creator = 'creator'): Promise<string> {
  const id = await gather(world, await world.player(creator));
  await until(async () => (await findSession(world.context.db, id))?.is_shared === 1);
  return id;
}

/** A player of the other chain takes a seat. */
async function joinAs(world: CrossChainWorld, name: string, id: string) {
  const wallet = solWallet(name);
  const body = joinForm(wallet, id, world.clock.nowMs);
  const { value } = await world.call(CALLS.joinSession, { params: { id }, body });
  return { ...value, wallet, headers: { Authorization: `Bearer ${value.memberToken}` } };
}

describe.each<Place>(['in the product server', 'on a separate host'])('a cross-chain server %s', (place) => {
  it('lists a session of the product as it is, from when it waits for players to its end', async () => {
    const world = await open(place);
    const { context } = world;
    const id = await share(world);
    const shown = { ...(await showSession(context, await rowOf(context, id))), isHostedHere: false };
    expect((await world.call(CALLS.getSession, { params: { id } })).value).toEqual(shown);
    expect((await world.call(CALLS.listSessions)).value).toEqual([shown]);
    expect(shown).toMatchObject({ isShared: true, status: 'waiting' });

    await cancelSession(context, id, shown.creatorAddress);
    await until(async () => (await world.call(CALLS.getSession, { params: { id } })).value.status === 'cancelled');
  });

  it('lists no local game, and no draft', async () => {
    const world = await open(place);
    const player = await world.player('creator', 50_000_000);
    await gather(world, player, { gameMode: 'classic' });
    await gather(world, player, { entryFee: 10 });
    const list = async () => (await world.call(CALLS.listSessions)).value;
    await until(async () => (await list()).length > 0);
    expect((await list()).map(({ entryFee, scope }) => [entryFee, scope])).toEqual([['10', 'cross-chain']]);
  });

  it('seats a player of the other chain, who gets ready, starts with another, and is in the battle', async () => {
    const world = await open(place);
    const { context } = world;
    const id = await share(world);
    const [first, second] = [await joinAs(world, 'first', id), await joinAs(world, 'second', id)];
    expect(first.seat?.socketUrl).toBe(SOCKET_URL);
    expect(isSeatToken(context, id, first.wallet.address, first.seat?.token ?? '')).toBe(true);
    expect(await seatsOf(context.db, id)).toMatchObject([
      { chain: 'tron', status: 'taken' },
      { user_id: first.wallet.address, chain: 'sol', status: 'reserved', username: 'Solveig' },
      { user_id: second.wallet.address, chain: 'sol', status: 'reserved' },
    ]);
    const start = { params: { id }, body: { status: 'starting' } };
    expect((await world.call(CALLS.setSessionStatus, { ...start, headers: first.headers })).code).not.toBeNull();
    for (const { headers, wallet } of [first, second]) {
      const params = { id, userId: wallet.address };
      const ready = { params, headers, body: { status: 'ready' } };
      expect((await world.call(CALLS.setParticipantStatus, ready)).value).toEqual({ success: true });
    }
    expect((await world.call(CALLS.setSessionStatus, { ...start, headers: first.headers })).code).toBeNull();
    expect((await findSession(context.db, id))?.status).toBe('starting');
    const { value } = await world.call(CALLS.getSession, { params: { id } });
    expect(value).toMatchObject({ status: 'starting', participants: [{}, { status: 'ready' }, { status: 'ready' }] });
  });

  it('gives a seat back, and knows the member no more', async () => {
    const world = await open(place);
    const id = await share(world);
    const { headers, wallet } = await joinAs(world, 'first', id);
    const params = { id, userId: wallet.address };
    expect((await world.call(CALLS.leaveSession, { params, headers })).value).toEqual({ success: true });
    expect(await seatsOf(world.context.db, id)).toHaveLength(1);
    expect((await world.call(CALLS.leaveSession, { params, headers })).code).toBe('ERR_PLATFORM');
  });

  it('seats no more than there are seats, however many ask at once', async () => {
    const world = await open(place);
    const id = await gather(world, await world.player('creator'), { maxPlayers: 3 });
    await until(async () => (await findSession(world.context.db, id))?.is_shared === 1);
    const asked = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f'].map(async (name) => {
        const body = joinForm(solWallet(name), id, world.clock.nowMs);
        return (await world.call(CALLS.joinSession, { params: { id }, body })).code;
      }),
    );
    expect(asked.filter((code) => code === null)).toHaveLength(2);
    expect(asked.filter((code) => code === 'ERR_SESSION_FULL')).toHaveLength(4);
    expect(await seatsOf(world.context.db, id)).toHaveLength(3);
  });

  it('keeps who joined, and what was said, over a restart', async () => {
    const world = await open(place);
    const id = await share(world);
    const { headers, wallet } = await joinAs(world, 'first', id);
    const said = { params: { id }, headers, body: { message: 'hello' } };
    await world.call(CALLS.postChat, said);
    await world.restart();
    await until(() => world.context.crossChain.isReachable());
    const ready = { params: { id, userId: wallet.address }, headers, body: { status: 'ready' } };
    await until(async () => (await world.call(CALLS.setParticipantStatus, ready)).code === null);
    expect((await world.call(CALLS.getChat, { params: { id }, headers })).value).toMatchObject([{ message: 'hello' }]);
  });
});

describe('a cross-chain server and a product server, each on its own', () => {
  it('works without the host: a request for a seat is answered with its absence', async () => {
    const world = await open('on a separate host');
    const id = await share(world);
    const { headers, wallet } = await joinAs(world, 'first', id);
    await world.sharing.stop();
    const body = joinForm(solWallet('second'), id, world.clock.nowMs);
    expect((await world.call(CALLS.joinSession, { params: { id }, body })).code).toBe('ERR_HOST_AWAY');
    const ready = { params: { id, userId: wallet.address }, headers, body: { status: 'ready' } };
    expect((await world.call(CALLS.setParticipantStatus, ready)).code).toBe('ERR_HOST_AWAY');
    expect((await world.call(CALLS.listSessions)).value).toHaveLength(1);
  });

  it('leaves a session with its chain while the other is away, and lists it when that is back', async () => {
    const world = await open('on a separate host');
    const { context } = world;
    await until(() => context.crossChain.isReachable());
    await world.stopCrossChain();
    await until(() => !context.crossChain.isReachable());
    const id = await gather(world, await world.player('creator'));
    await world.sharing.turn();
    expect(await showSession(context, await rowOf(context, id))).toMatchObject({ status: 'waiting', isShared: false });
    await world.restart();
    await until(async () => (await findSession(context.db, id))?.is_shared === 1);
    expect((await world.call(CALLS.listSessions)).value).toMatchObject([{ id }]);
  });

  it('carries a word of either chain to the other', async () => {
    const world = await open('on a separate host');
    const { context } = world;
    const id = await share(world);
    const { headers } = await joinAs(world, 'first', id);
    await until(() => context.crossChain.isReachable());
    await world.call(CALLS.postChat, { params: { id }, headers, body: { message: 'hello from there' } });
    const creator = world.wallet('creator').address;
    await postChat(context, creator, id, { message: 'hello from here' });
    const session = await rowOf(context, id);
    await until(async () => (await historyOf(context.db, session)).length === 3);
    const texts = (await world.call(CALLS.getChat, { params: { id }, headers })).value.map(({ message }) => message);
    expect(texts.toSorted()).toEqual(['hello from here', 'hello from there']);
    expect((await historyOf(context.db, session)).map(({ message, source }) => [message, source])).toEqual(
      expect.arrayContaining([
        ['hello from there', 'cross-chain'],
        ['hello from here', 'local'],
      ]),
    );
  });
});
