import { fetchRow } from '../../platform/database/raw-query.fixture.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  CALLS,
  CROSS_CHAIN_CALLS,
  HOST_CALLS,
  makeSeatText,
  NEW_SESSION,
  READY_DELAY_S,
  type Call,
  NO_POINTS,
} from '@popfray/protocol';
import { encodeInputs } from '@popfray/protocol/battle';
import { Trx } from 'tronweb';
import { afterAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../config.ts';
import { joinForm, solWallet, type SolWallet } from '../../cross-chain/world.fixture.ts';
import type { LogEntry } from '../../platform/log/log.ts';
import { openTestSocket } from '../../platform/sockets/client.fixture.ts';
import { startServer } from '../start.ts';
import { ask, signIn, type RequestParts } from '../../testing/client.fixture.ts';
import { addPlayer } from '../../testing/context.fixture.ts';
import { testDatabaseUrl } from '../../testing/test-location.fixture.ts';
import { parseHostConfig } from './config.ts';
import { startHost } from './host.ts';

// Two real processes' worth of servers: Popfray with its cross-chain server, and the other chain's platform, which hosts.

const folder = mkdtempSync(join(tmpdir(), 'popfray-host-'));
const log: LogEntry[] = [];
/** How far both clocks are ahead: countdowns and rounds are passed over. */
let aheadMs = 0;
const now = (): number => Date.now() + aheadMs;
/** Leases last by the real time, so that battles are not suspended when the clock is moved. */
const steadyNow = (): number => performance.now();
const options = { log: (entry: LogEntry) => void log.push(entry), now, steadyNow, hasLimits: false };

const tronFolder = join(folder, 'tron');
const config = parseConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: tronFolder,
  DATABASE_URL: await testDatabaseUrl(tronFolder),
});
if ('code' in config) throw new Error(config.message);
const product = await startServer(config, { ...options, workEveryMs: 50 });
if ('code' in product) throw new Error(product.message);

const env = { PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'sol'), CROSS_CHAIN_URL: product.url };
const hostConfig = parseHostConfig(env);
if ('code' in hostConfig) throw new Error(hostConfig.message);
const host = await startHost(hostConfig, { ...options, reconnect: { firstMs: 10, longestMs: 20 } });
if ('code' in host) throw new Error(host.message);
afterAll(async () => {
  await host.stop(0);
  await product.stop(0);
  rmSync(folder, { recursive: true });
});
const { context } = product;

/** Makes a call of a server. */
const at =
  (url: string) =>
  async <Described extends Call>(call: Described, parts: RequestParts = {}) => {
    const app = { request: (path: string, init: RequestInit) => fetch(`${url}${path}`, init) };
    return ask(app, call, { ...parts, headers: { Origin: url, ...parts.headers } });
  };
const [popfray, sol] = [at(product.url), at(host.url)];

async function until<Found>(
  find: () => Promise<Found | undefined | false> | Found | undefined | false,
): Promise<Found> {
  for (;;) {
    const found = await find();
    if (found !== undefined && found !== false) return found;
    await delay(10);
  }
}

let players = 0;

/** A TRON player who has signed in to Popfray. */
async function newPlayer() {
  const privateKey = (++players).toString(16).padStart(64, '0');
  const address = context.chain.addressOf(privateKey) ?? '';
  await addPlayer(context.db, address, Math.floor(now()));
  const { username } = (await fetchRow(context.db, 'SELECT username FROM players WHERE address = ?', address)) as {
    username: string;
  };
  return { address, privateKey, username, token: await signIn(context, address) };
}
type Player = Awaited<ReturnType<typeof newPlayer>>;

/** What a TRON wallet signs for a seat. */
function proofOf({ address, privateKey, username }: Player, sessionId: string, changes: { sessionId?: string } = {}) {
  const nonce = (++players).toString(16).padStart(32, '0');
  const expiresAt = Math.floor(now()) + 60_000;
  const claim = {
    sessionId,
    blockchain: 'tron',
    walletAddress: address,
    username,
    nonce,
    expiresAt,
    ...changes,
  } as const;
  return { nonce, expiresAt, signature: Trx.signMessageV2(makeSeatText(claim), privateKey) };
}

/** A session of the other chain that Popfray's lobby lists. */
async function hostSession(creator: SolWallet, maxPlayers: 2 | 4 = 2) {
  const player = joinForm(creator, NEW_SESSION, now());
  const body = { sessionName: 'Sol side', maxPlayers, timeLimit: 300, player };
  const { value } = await sol(HOST_CALLS.createSession, { body });
  await until(async () => (await popfray(CALLS.getSessions)).value.some(({ id }) => id === value.session.id));
  return value;
}

/** A TRON player takes a seat in it by Popfray. */
async function joinAs(player: Player, id: string) {
  const body = { proof: proofOf(player, id) };
  return popfray(CALLS.joinSession, { params: { id }, token: player.token, body });
}

describe('a session that the other chain hosts', () => {
  it('is listed with its host, joined with the wallet’s signature, played on the host’s socket, and has a receipt there', async () => {
    const creator = solWallet('creator');
    const own = await hostSession(creator);
    const { id } = own.session;
    const listed = (await popfray(CALLS.getSession, { params: { id } })).value;
    expect(listed).toMatchObject({
      hostBlockchain: 'sol',
      hostUsername: 'Solveig',
      hostUrl: host.url,
      isHostedHere: false,
      entryFeeSun: 0,
      status: 'waiting',
      currentPlayers: 1,
    });

    const ann = await newPlayer();
    const joined = await joinAs(ann, id);
    expect(joined.value.session.participants).toMatchObject([
      { blockchain: 'sol', status: 'joined' },
      { blockchain: 'tron', userId: ann.address, username: ann.username, status: 'reserved' },
    ]);
    const seat = (await popfray(CALLS.getMySeat, { params: { id }, token: ann.token })).value;
    expect(seat).toMatchObject({ userId: ann.address, socketUrl: `${host.url.replace('http', 'ws')}/ws` });

    const isReady = { isReady: true };
    const ready = await popfray(CALLS.setReady, { params: { id }, token: ann.token, body: isReady });
    expect(ready.value.participants[1]).toMatchObject({ status: 'ready' });
    const early = await popfray(CALLS.startSession, { params: { id }, token: ann.token, body: {} });
    expect(early.code).toBe('ERR_NOT_READY');

    const headers = { Authorization: `Bearer ${own.memberToken}` };
    const seatOf = { id, userId: creator.address };
    await sol(CROSS_CHAIN_CALLS.setParticipantStatus, { params: seatOf, headers, body: { status: 'ready' } });
    const started = await popfray(CALLS.startSession, { params: { id }, token: ann.token, body: {} });
    expect(started.value).toMatchObject({ status: 'starting' });

    const mine = await openTestSocket(host.url, { origin: product.url });
    const theirs = await openTestSocket(host.url, { origin: null });
    const enter = async (client: typeof mine, userId: string, token: string): Promise<void> => {
      client.sendMessage({ type: 'init' });
      client.sendMessage({ type: 'battle_enter', sessionId: id, userId, token });
      expect(await client.receive('battle_terms', 'battle_refused')).toMatchObject({
        type: 'battle_terms',
        sessionId: id,
      });
    };
    await enter(mine, ann.address, seat.token);
    await enter(theirs, creator.address, own.seat.token);
    // A token of another seat.
    const thief = await openTestSocket(host.url, { origin: null });
    thief.sendMessage({ type: 'init' });
    thief.sendMessage({ type: 'battle_enter', sessionId: id, userId: creator.address, token: seat.token });
    expect(await thief.receive('battle_refused')).toMatchObject({ code: 'ERR_SEAT_UNKNOWN' });

    aheadMs += READY_DELAY_S * 1_000;
    await mine.receive('battle_seeds');
    await until(async () => (await popfray(CALLS.getSession, { params: { id } })).value.status === 'playing');
    mine.send(encodeInputs({ first: 0, untilMs: 50, inputs: new Int32Array() }));
    aheadMs += 62_000;
    for (const client of [mine, theirs])
      expect(await client.receive('battle_over')).toMatchObject({ sessionId: id, outcome: 'cancelled' });
    const over = await until(async () => {
      const { value } = await popfray(CALLS.getSession, { params: { id } });
      return value.status === 'cancelled' && value;
    });
    expect(over).toMatchObject({ reason: NO_POINTS });
    const receipt = (await sol(CALLS.getReceipt, { params: { id } })).value;
    expect(receipt.players.map(({ blockchain }) => blockchain)).toEqual(['sol', 'tron']);
    for (const client of [mine, theirs, thief]) client.close();
  });

  it('has one chat, which both servers show at once', async () => {
    const creator = solWallet('talker');
    const own = await hostSession(creator);
    const { id } = own.session;
    const [ann, eve] = [await newPlayer(), await newPlayer()];
    await joinAs(ann, id);
    const watcher = await openTestSocket(product.url);
    watcher.sendMessage({ type: 'init' });
    watcher.sendMessage({ type: 'watch_session', sessionId: id });
    await watcher.receive('game_updated');
    const say = (player: Player) =>
      popfray(CALLS.postChat, { params: { id }, token: player.token, body: { message: 'hello from TRON' } });
    expect((await say(ann)).value).toMatchObject({ delivery: 'cross-chain' });
    expect((await say(eve)).code).toBe('ERR_SEAT_UNKNOWN');
    expect(await watcher.receive('chat_message')).toMatchObject({ data: { username: ann.username } });
    const onHost = await until(async () => {
      const { value } = await sol(CROSS_CHAIN_CALLS.getChat, { params: { id } });
      return value.find(({ message }) => message === 'hello from TRON');
    });
    expect(onHost).toMatchObject({ userId: ann.address, blockchain: 'tron' });

    const headers = { Authorization: `Bearer ${own.memberToken}` };
    await sol(CROSS_CHAIN_CALLS.postChat, { params: { id }, headers, body: { message: 'hello from SOL' } });
    expect(await watcher.receive('chat_message')).toMatchObject({
      data: { message: 'hello from SOL', blockchain: 'sol' },
    });
    const chat = (await popfray(CALLS.getChat, { params: { id } })).value;
    expect(chat.map(({ messageType, message }) => (messageType === 'system' ? '' : message))).toEqual([
      '',
      'hello from TRON',
      'hello from SOL',
    ]);
    watcher.close();
  });

  it('is left again, and then the seat is another’s', async () => {
    const own = await hostSession(solWallet('host of two'));
    const { id } = own.session;
    const [ann, bob] = [await newPlayer(), await newPlayer()];
    await joinAs(ann, id);
    expect((await joinAs(bob, id)).code).toBe('ERR_SESSION_FULL');
    const left = await popfray(CALLS.leaveSession, { params: { id }, token: ann.token, body: {} });
    expect(left.value.participants).toHaveLength(1);
    const seat = await popfray(CALLS.getMySeat, { params: { id }, token: ann.token });
    expect(seat.code).toBe('ERR_SEAT_UNKNOWN');
    expect((await joinAs(bob, id)).status).toBe(200);
  });

  it.each([
    ['no proof', async () => undefined],
    ['the proof of another session', async (ann: Player, id: string) => proofOf(ann, id, { sessionId: 'session-2' })],
    ['another wallet’s proof', async (_: Player, id: string) => proofOf(await newPlayer(), id)],
    ['an invalid signature', async (ann: Player, id: string) => ({ ...proofOf(ann, id), signature: '00'.repeat(65) })],
  ] as const)('is not joined with %s', async (_, make) => {
    const { id } = (await hostSession(solWallet(`host ${++players}`))).session;
    const ann = await newPlayer();
    const proof = await make(ann, id);
    const joined = await popfray(CALLS.joinSession, { params: { id }, token: ann.token, body: proof && { proof } });
    expect(joined.code).toBe('ERR_PROOF');
    expect((await sol(CROSS_CHAIN_CALLS.getSession, { params: { id } })).value.participants).toHaveLength(1);
  });
});

describe('all of this', () => {
  it('leaves no fault in either log', () => {
    expect(log.filter(({ event }) => event === 'fault')).toEqual([]);
  });
});
