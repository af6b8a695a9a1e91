import { err, ok, type Result } from '@popfray/engine/result';
import { CALLS, type ChatMessage, type FailureCode, type Session } from '@popfray/protocol';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createApp } from '../start/app.ts';
import { historyOf } from '../chat/message.ts';
import type { Context } from '../platform/context/context.ts';
import { openLeases, WORKER_LEASE } from '../platform/lease/index.ts';
import type { CrossChainLink, Desk } from '../platform/context/cross-chain-link.ts';
import { joinForm, solWallet } from '../cross-chain/world.fixture.ts';
import { addBot } from '../sessions/bots.ts';
import { cancelSession } from '../sessions/cancel.ts';
import { setReady } from '../sessions/ready.ts';
import { seatsOf } from '../sessions/seat.ts';
import { startSession } from '../sessions/start.ts';
import { findSession, publishSessionChange, showSession } from '../sessions/session.ts';
import { ask } from '../testing/client.fixture.ts';
import { createTestContext, type TestContext, type TestWallet } from '../testing/context.fixture.ts';
import { draft, gather, join, play, rowOf } from '../testing/session.fixture.ts';
import { startSharing } from './start.ts';
import type { Sharing } from './sharing.ts';

// The product's side of the link, with a cross-chain server that does what the test wants.

/** Long enough that only `turn` hands anything over a second time. */
const EVERY_MS = 60_000;

let test: TestContext;
let context: Context;
let desk: Desk;
let sharing: Sharing;
let creator: TestWallet;
/** What was registered. */
let taken: Session[];
let revisions: number[];
/** What the cross-chain server refuses with. */
let refusal: FailureCode | null;
let foreign: Session[];

beforeEach(async () => {
  test = await createTestContext();
  [taken, revisions, refusal, foreign] = [[], [], null, []];
  const link: CrossChainLink = {
    isReachable: () => refusal !== 'ERR_HOST_AWAY',
    call(_, { body }) {
      const { session, revision } = body as { session: Session; revision: number };
      if (refusal === null) taken.push(session);
      revisions.push(revision);
      const answer: Result<unknown, FailureCode> = refusal === null ? ok(session) : err(refusal);
      return Promise.resolve(answer as never);
    },
    serve: async (served) => void (desk = served),
    sessions: () => foreign,
    close: () => Promise.resolve(),
  };
  context = { ...test.context, crossChain: link };
  test = { ...test, context };
  sharing = await startSharing(context, 'wss://play.example/ws', EVERY_MS);
  creator = await test.player('creator', 100_000_000);
});
afterEach(async () => {
  await sharing.stop();
  await test.stop();
});

/** A session that the cross-chain server has. */
async function share(
  ...plan: Parameters<typeof gather> extends [unknown, unknown, ...infer Rest] ? Rest : never
): Promise<string> {
  const id = await gather(test, creator, ...plan);
  await sharing.turn();
  await sharing.turn();
  return id;
}

describe('sharing', () => {
  it('hands a session over, and notes that it is shared', async () => {
    const id = await share();
    expect(taken.at(-1)).toMatchObject({ id, isShared: true, status: 'waiting' });
    expect((await rowOf(context, id)).is_shared).toBe(1);
  });

  it('hands over what has changed, once, with a number that grows', async () => {
    const id = await share();
    const before = taken.length;
    await sharing.turn();
    publishSessionChange(context, id);
    await sharing.turn();
    expect(taken).toHaveLength(before);
    await setReady(context, id, creator.address, true);
    await sharing.turn();
    expect(taken.slice(before)).toMatchObject([{ participants: [{ status: 'ready' }] }]);
    expect(revisions.toSorted((a, b) => a - b)).toEqual([...new Set(revisions)]);
  });

  it('hands every open session over again after events of other nodes may have been lost', async () => {
    const id = await share();
    const before = taken.length;
    context.bus.publish({ type: 'resync', sinceMs: 0 });
    await sharing.turn();
    expect(taken.slice(before)).toMatchObject([{ id }]);
  });

  it('leaves sessions to the node that has the worker’s tasks, and hands all over when it gets these', async () => {
    const { db, now, randomBytes, log } = context;
    const other = await openLeases({ db, now, randomBytes, log, isAlone: false });
    await other.take(WORKER_LEASE);
    const id = await gather(test, creator);
    await delay(50);
    expect(taken).toEqual([]);
    await other.stop();
    await sharing.turn();
    expect(taken.at(-1)).toMatchObject({ id });
  });

  it('says nothing of scores and connections while a battle is played', async () => {
    const id = await share();
    const other = await test.player('other');
    await join(test, other, id);
    for (const { address } of [creator, other]) await setReady(context, id, address, true);
    await startSession(context, id, creator.address);
    await play(test, id);
    publishSessionChange(context, id);
    await sharing.turn();
    const before = taken.length;
    context.presence.score(id, creator.address, { score: 700, source: 'verified' });
    context.presence.addPlayer(id, creator.address);
    publishSessionChange(context, id);
    await sharing.turn();
    expect(taken).toHaveLength(before);
  });

  it('leaves a session with this chain while the cross-chain server is away, and hands it over when that is back', async () => {
    refusal = 'ERR_HOST_AWAY';
    const id = await share();
    expect(await rowOf(context, id)).toMatchObject({ status: 'waiting', is_shared: 0 });
    await join(test, await test.player('other'), id);
    // The join has begun a turn. The next one joins it if it has not ended, and its call may have been refused already.
    await sharing.turn();
    refusal = null;
    await sharing.turn();
    expect(taken).toMatchObject([{ id, currentPlayers: 2 }]);
    expect((await rowOf(context, id)).is_shared).toBe(1);
  });

  it('hands it over to a server that is back within the pause after it was found away', async () => {
    await sharing.stop();
    sharing = await startSharing(context, 'wss://play.example/ws', 20);
    refusal = 'ERR_HOST_AWAY';
    const id = await gather(test, creator);
    while (revisions.length === 0) await delay(1);
    refusal = null;
    desk.connected();
    while (taken.length === 0) await delay(1);
    expect(taken).toMatchObject([{ id, status: 'waiting' }]);
  });

  it('waits too while its signature is not known, and says so once', async () => {
    refusal = 'ERR_PLATFORM';
    const id = await share();
    for (let turn = 0; turn < 3; turn++) await sharing.turn();
    expect(test.log.filter((entry) => entry.event === 'notice' && entry.about === 'cross-chain')).toHaveLength(1);
    refusal = null;
    await sharing.turn();
    expect((await rowOf(context, id)).is_shared).toBe(1);
  });

  it('gives up a session that is always refused, and continues with the others', async () => {
    refusal = 'ERR_SESSION_STATE';
    const id = await share();
    refusal = null;
    await sharing.turn();
    expect((await rowOf(context, id)).is_shared).toBe(0);
    const next = await share();
    expect(taken.at(-1)?.id).toBe(next);
  });

  it('says nothing of what ended before anybody over there had heard of it', async () => {
    const { session } = await draft(test, creator, { entryFee: 5 });
    await cancelSession(context, session.id, creator.address);
    expect((await rowOf(context, session.id)).ended_at).not.toBeNull();
    await sharing.turn();
    expect(revisions).toEqual([]);
    expect((await rowOf(context, session.id)).is_shared).toBe(0);
  });

  it('hands everything over again to a server that has come back, also what ended meanwhile', async () => {
    const [open, ending] = [await share(), await share()];
    refusal = 'ERR_HOST_AWAY';
    await cancelSession(context, ending, creator.address);
    await sharing.turn();
    refusal = null;
    taken = [];
    desk.connected();
    await sharing.turn();
    expect(new Map(taken.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [open, 'waiting'],
        [ending, 'cancelled'],
      ]),
    );
  });
});

describe('the desk', () => {
  it('checks the proof again after the cross-chain server', async () => {
    const id = await share();
    const form = joinForm(solWallet('first'), id, test.clock.nowMs);
    const forged = { ...form, username: 'Another name' };
    expect(await desk.ask({ type: 'join', sessionId: id, form: forged })).toEqual(err('ERR_PROOF'));
    const bare = { ...form, proof: undefined };
    expect(await desk.ask({ type: 'join', sessionId: id, form: bare })).toEqual(err('ERR_PROOF'));
    expect(await seatsOf(context.db, id)).toHaveLength(1);
    const joined = await desk.ask({ type: 'join', sessionId: id, form });
    expect(joined).toMatchObject(ok({ seat: { socketUrl: 'wss://play.example/ws' } }));
  });

  it('refuses requests from there about a seat of a player of this chain, or of a bot', async () => {
    const id = await share();
    await addBot(context, id, creator.address, 'regular');
    const other = await test.player('other');
    await join(test, other, id);
    const before = await seatsOf(context.db, id);
    for (const userId of [creator.address, other.address, 'bot-1', 'stranger'])
      for (const question of [{ type: 'leave' }, { type: 'ready', isReady: true }, { type: 'start' }] as const)
        expect(await desk.ask({ ...question, sessionId: id, userId })).toEqual(err('ERR_SEAT_UNKNOWN'));
    expect(await seatsOf(context.db, id)).toEqual(before);
    expect((await findSession(context.db, id))?.status).toBe('waiting');
  });

  it('has a battle for money started by players who pay nothing only once everybody who has paid is ready, two at least', async () => {
    const id = await share({ entryFee: 5 });
    const [first = '', second = ''] = ['first', 'second'].map((name) => solWallet(name).address);
    for (const name of ['first', 'second']) {
      const form = joinForm(solWallet(name), id, test.clock.nowMs);
      await desk.ask({ type: 'join', sessionId: id, form });
      await desk.ask({ type: 'ready', sessionId: id, userId: form.userId, isReady: true });
    }
    expect(await desk.ask({ type: 'start', sessionId: id, userId: first })).toEqual(err('ERR_NOT_READY_PAID'));
    await setReady(context, id, creator.address, true);
    expect(await desk.ask({ type: 'start', sessionId: id, userId: first })).toEqual(err('ERR_NOT_READY_PAID'));
    const payer = await test.player('payer', 100_000_000);
    await join(test, payer, id);
    expect(await desk.ask({ type: 'start', sessionId: id, userId: first })).toEqual(err('ERR_NOT_READY_PAID'));
    await setReady(context, id, payer.address, true);
    expect(await desk.ask({ type: 'start', sessionId: id, userId: second })).toMatchObject(
      ok({ session: { status: 'starting' } }),
    );
  });

  it('takes what is said there by players with a seat, and drops the rest', async () => {
    const id = await share();
    const { address } = solWallet('first');
    const form = joinForm(solWallet('first'), id, test.clock.nowMs);
    await desk.ask({ type: 'join', sessionId: id, form });
    const message: ChatMessage = {
      id: 'message-1',
      sessionId: id,
      userId: address,
      username: 'Solveig',
      walletAddress: address,
      blockchain: 'sol',
      message: 'hello',
      messageType: 'text',
      createdAt: test.clock.nowMs,
      source: 'cross-chain',
    };
    await desk.notify({ type: 'chat', message });
    await desk.notify({ type: 'chat', message });
    await desk.notify({
      type: 'chat',
      message: { ...message, id: 'message-2', userId: creator.address, message: 'I give up' },
    });
    const texts = (await historyOf(context.db, await rowOf(context, id))).filter(
      ({ messageType }) => messageType === 'text',
    );
    expect(texts.map((text) => text.message)).toEqual(['hello']);
  });
});

describe('sessions that other platforms host', () => {
  it('are in the list and can be looked at, and never stand for one of this platform’s', async () => {
    const id = await share();
    const own = await showSession(context, await rowOf(context, id));
    const theirs = { ...own, id: 'session-of-sol', sessionId: 'session-of-sol', isHostedHere: false, createdAt: 1 };
    foreign = [theirs, { ...theirs, id, sessionName: 'An impostor' }];
    const app = createApp(context);
    const listed = (await ask(app, CALLS.getSessions)).value;
    expect(listed.map((session) => [session.id, session.isHostedHere, session.sessionName])).toEqual([
      [id, true, 'Evening battle'],
      ['session-of-sol', false, 'Evening battle'],
    ]);
    expect((await ask(app, CALLS.getSession, { params: { id: 'session-of-sol' } })).value).toEqual(theirs);
  });
});
