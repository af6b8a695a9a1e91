import {
  CALLS,
  CROSS_CHAIN_CALLS,
  makeSeatText,
  type FailureCode,
  type JoinForm,
  type Session,
} from '@popfray/protocol';
import {
  PLATFORM_SOCKET_PATH,
  type HostAnswer,
  type PlatformSocketIn,
  type PlatformSocketOut,
} from '@popfray/protocol/socket';
import { setTimeout as delay } from 'node:timers/promises';
import { Trx } from 'tronweb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { signCall } from '../cross-chain/platform-key.ts';
import { openWorld, SOL_PLATFORM, type CrossChainWorld, type Place } from '../cross-chain/world.fixture.ts';
import { createApp } from '../start/app.ts';
import { openTestSocket, type TestSocket } from '../platform/sockets/client.fixture.ts';
import { ask, signIn } from '../testing/client.fixture.ts';
import type { TestWallet } from '../testing/context.fixture.ts';
import { findForeignSeat } from './foreign-seat.ts';
import { findForeign } from './foreign.ts';

// The other chain's platform is a program of the test on a real socket. The test chooses its answers.

const HOST = 'http://127.0.0.1:8791';
const SEAT = { socketUrl: 'ws://127.0.0.1:8791/ws', token: 'the seat’s secret' };

let world: CrossChainWorld;
let platform: TestSocket<PlatformSocketOut, PlatformSocketIn>;
let ann: TestWallet;
let token: string;
afterEach(async () => {
  platform.close();
  await world.stop();
});

async function open(place: Place): Promise<void> {
  world = await openWorld(place);
  const { context } = world;
  const request = { method: 'GET', path: PLATFORM_SOCKET_PATH, body: '' };
  const Authorization = signCall(SOL_PLATFORM, request, context.now(), context.randomBytes(16));
  platform = await openTestSocket(world.url, { path: PLATFORM_SOCKET_PATH, origin: null, headers: { Authorization } });
  ann = await world.player('ann');
  token = await signIn(context, ann.address);
}

let revision = 1;

/** A session that the other platform lists, as the product has heard of it. */
async function list(changes: Partial<Session> = {}): Promise<Session> {
  const sol = 'AKnL4NNf3DGWZJS6cPknBuEGnVsV4A4m5tgebLHaRSZ9';
  const nowMs = Math.floor(world.context.now());
  const session: Session = {
    id: 'sol-session-1',
    sessionId: 'sol-session-1',
    scope: 'cross-chain',
    sessionName: 'Sol side',
    gameMode: 'cross-chain-battle',
    gameType: 'classic',
    hostBlockchain: 'sol',
    hostUsername: 'Solveig',
    hostWalletAddress: sol,
    hostUserId: sol,
    creatorAddress: sol,
    maxPlayers: 2,
    currentPlayers: 1,
    status: 'waiting',
    reason: '',
    entryFee: '0',
    entryFeeType: 'none',
    entryFeeSun: 0,
    prizePool: '0',
    prizePoolSun: 0,
    paidSun: 0,
    timeLimit: 300,
    startDelay: 30,
    revenueDistribution: {
      policy: 'winner-takes-all',
      version: 1,
      playersBp: 9_600,
      positionsBp: [10_000],
      creatorBp: 100,
      houseBp: 300,
    },
    createdAt: nowMs,
    expiresAt: nowMs + 300_000,
    startsAt: null,
    endedAt: null,
    isShared: true,
    isHostedHere: true,
    isQuick: false,
    hostUrl: HOST,
    allowsBots: false,
    removedUserIds: [],
    participants: [playerOf(sol, 'sol', 0)],
    ...changes,
  };
  const { id, gameType, hostBlockchain, maxPlayers, hostWalletAddress, hostUserId, hostUsername } = session;
  const { sessionName, entryFee, entryFeeType, timeLimit, startDelay, revenueDistribution } = session;
  const told = { sessionId: id, gameType, hostBlockchain, maxPlayers, hostWalletAddress, hostUserId, hostUsername };
  const terms = { sessionName, entryFee, entryFeeType, timeLimit, startDelay, revenueDistribution };
  const body = { ...told, ...terms, session, revision: revision++ };
  const listed = await world.callAs(SOL_PLATFORM, CROSS_CHAIN_CALLS.registerSession, { body });
  expect(listed.status).toBe(200);
  while ((await findForeign(world.context, id)) === undefined) await delay(2);
  return session;
}

const playerOf = (userId: string, blockchain: 'sol' | 'tron', place: number): Session['participants'][number] => ({
  userId,
  username: 'Player',
  walletAddress: userId,
  blockchain,
  place,
  status: 'reserved',
  isBot: false,
  isPaid: false,
  readyUntil: null,
  isConnected: false,
  score: null,
  scoreSource: null,
  position: null,
});

/** Ann joins; the platform's own words about it follow. */
function join(id: string) {
  const nonce = (revision++).toString(16).padStart(32, '0');
  const expiresAt = Math.floor(world.context.now()) + 60_000;
  const username = `TRON_${ann.address.slice(0, 6)}`;
  const claim = { sessionId: id, blockchain: 'tron', walletAddress: ann.address, username, nonce, expiresAt } as const;
  const proof = { nonce, expiresAt, signature: Trx.signMessageV2(makeSeatText(claim), ann.privateKey) };
  return ask(createApp(world.context), CALLS.joinSession, { params: { id }, token, body: { proof } });
}

/** The next question of the cross-chain server. */
async function question() {
  const asked = await platform.receive('question');
  return { ...asked, form: (asked.question as { readonly form?: JoinForm }).form };
}

/** How a truthful host answers a join. */
const seated = (session: Session, changes: Partial<Session> = {}): HostAnswer => ({
  session: {
    ...session,
    currentPlayers: 2,
    participants: [...session.participants, playerOf(ann.address, 'tron', 1)],
    ...changes,
  },
  revision: revision++,
  seat: SEAT,
});

describe.each<Place>(['in the product server', 'on a separate host'])(
  'a host behind a cross-chain server %s',
  (place) => {
    beforeEach(async () => open(place));

    it('is given the wallet’s proof, and gives the player a seat', async () => {
      const session = await list();
      const joined = join(session.id);
      const { number, form } = await question();
      expect(form).toMatchObject({ userId: ann.address, blockchain: 'tron', proof: { signature: expect.any(String) } });
      platform.sendMessage({ type: 'answer', number, answer: seated(session) });
      expect((await joined).value.session).toMatchObject({ id: session.id, isHostedHere: false, currentPlayers: 2 });
      expect(await findForeignSeat(world.context.db, session.id, ann.address)).toMatchObject({ token: SEAT.token });
    });

    it.each<[string, (session: Session) => HostAnswer]>([
      [
        'a fee that it had not listed',
        (session) => seated(session, { entryFee: '5', entryFeeSun: 5_000_000, entryFeeType: 'trx' }),
      ],
      ['a fee in its numbers alone', (session) => seated(session, { entryFeeSun: 1 })],
      [
        'another way to share the pool out',
        (session) => seated(session, { revenueDistribution: { ...session.revenueDistribution, houseBp: 400 } }),
      ],
      ['another server', (session) => seated(session, { hostUrl: 'https://elsewhere.example' })],
      [
        'a socket of another server',
        (session) => ({ ...seated(session), seat: { ...SEAT, socketUrl: 'wss://elsewhere.example/ws' } }),
      ],
      ['a socket that is a page', (session) => ({ ...seated(session), seat: { ...SEAT, socketUrl: `${HOST}/ws` } })],
      ['no seat', (session) => ({ ...seated(session), seat: null })],
      ['no place for the player', (session) => ({ ...seated(session), session })],
    ])('that answers with %s is left at once', async (_, makeAnswer) => {
      const session = await list();
      const joined = join(session.id);
      const { number } = await question();
      platform.sendMessage({ type: 'answer', number, answer: makeAnswer(session) });
      const hasSeat = makeAnswer(session).session.participants.length > 1;
      if (hasSeat) {
        const leaving = await question();
        expect(leaving.question).toMatchObject({ type: 'leave', userId: ann.address });
        platform.sendMessage({ type: 'refusal', number: leaving.number, code: 'ERR_SEAT_UNKNOWN' });
      }
      expect((await joined).code).toBe('ERR_HOST_TERMS');
      expect(await findForeignSeat(world.context.db, session.id, ann.address)).toBeUndefined();
    });

    it.each<[string, Partial<Session>, FailureCode]>([
      ['has a fee', { entryFee: '5', entryFeeSun: 5_000_000, entryFeeType: 'trx' }, 'ERR_HOST_FEE'],
      ['names no server', { hostUrl: undefined }, 'ERR_HOST_UNKNOWN'],
      ['is on a server that the operator does not know', { hostUrl: 'https://elsewhere.example' }, 'ERR_HOST_UNKNOWN'],
      ['names no web address', { hostUrl: 'javascript:alert(1)' }, 'ERR_HOST_UNKNOWN'],
    ])('is not asked for a session that %s', async (_, changes, code) => {
      const session = await list(changes);
      expect((await join(session.id)).code).toBe(code);
      expect(platform.messages.some(({ type }) => type === 'question')).toBe(false);
    });

    it.each<[string, FailureCode, FailureCode]>([
      ['a full session', 'ERR_SESSION_FULL', 'ERR_SESSION_FULL'],
      ['a session that is closed', 'ERR_SESSION_CLOSED', 'ERR_SESSION_CLOSED'],
      ['what is no answer to a join', 'ERR_BALANCE', 'ERR_HOST_AWAY'],
      ['an unknown code', 'ERR_SOMETHING' as FailureCode, 'ERR_HOST_AWAY'],
    ])('that refuses with %s is reported to the player', async (_, code, expected) => {
      const session = await list();
      const joined = join(session.id);
      const { number } = await question();
      platform.sendMessage({ type: 'refusal', number, code });
      expect((await joined).code).toBe(expected);
    });

    it('that goes away in the middle of it is said to be away', async () => {
      const session = await list();
      const joined = join(session.id);
      await question();
      platform.close();
      expect((await joined).code).toBe('ERR_HOST_AWAY');
    });

    it('that answers garbage is said to be away when its time is up', async () => {
      const session = await list();
      const joined = join(session.id);
      const { number } = await question();
      platform.send(JSON.stringify({ type: 'answer', number, answer: { session: { id: session.id }, seat: 7 } }));
      expect((await joined).code).toBe('ERR_HOST_AWAY');
    });

    it('cannot take over a session of this platform by its id', async () => {
      const creator = await world.player('creator');
      const app = createApp(world.context);
      const form = { sessionName: 'Ours', maxPlayers: 2, entryFee: 0, timeLimit: 300 };
      const made = await ask(app, CALLS.createSession, {
        token: await signIn(world.context, creator.address),
        body: form,
      });
      const { id } = made.value.session;
      const joined = await ask(app, CALLS.joinSession, { params: { id }, token, body: {} });
      expect(joined.value.session).toMatchObject({ isHostedHere: true, currentPlayers: 2 });
    });
  },
);

describe('a cross-chain server', () => {
  it('cannot seat a player of this platform’s chain in a session of this platform: there a fee is asked for', async () => {
    await open('in the product server');
    const creator = await world.player('creator');
    const form = { sessionName: 'Ours', maxPlayers: 2, entryFee: 0, timeLimit: 300 };
    const made = await ask(createApp(world.context), CALLS.createSession, {
      token: await signIn(world.context, creator.address),
      body: form,
    });
    const { id } = made.value.session;
    const { createDesk } = await import('./desk.ts');
    const desk = createDesk(
      world.context,
      SEAT.socketUrl,
      () => 1,
      () => undefined,
    );
    const username = `TRON_${ann.address.slice(0, 6)}`;
    const expiresAt = Math.floor(world.context.now()) + 60_000;
    const claim = { sessionId: id, blockchain: 'tron', walletAddress: ann.address, username, expiresAt } as const;
    const nonce = 'ab'.repeat(16);
    const signature = Trx.signMessageV2(makeSeatText({ ...claim, nonce }), ann.privateKey);
    const joining: JoinForm = {
      userId: ann.address,
      username,
      walletAddress: ann.address,
      blockchain: 'tron',
      proof: { nonce, expiresAt, signature },
    };
    expect(await desk.ask({ type: 'join', sessionId: id, form: joining })).toEqual({
      ok: false,
      error: 'ERR_SESSION_HERE',
    });
  });
});
