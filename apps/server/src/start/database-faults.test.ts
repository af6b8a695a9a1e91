import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CALLS } from '@popfray/protocol';
import { encodeClock } from '@popfray/protocol/battle';
import { CLOSE, type GameSocketOut } from '@popfray/protocol/socket';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, PostgresLock } from '../platform/database/index.ts';
import type { LogEntry } from '../platform/log/log.ts';
import { openGame, openTestSocket, RefusedError, type TestSocket } from '../platform/sockets/client.fixture.ts';
import { makeSeatToken } from '../sessions/seat-token.ts';
import { findSeat } from '../sessions/seat.ts';
import { findSession } from '../sessions/session.ts';
import { signIn } from '../testing/client.fixture.ts';
import { addPlayer, createTestContext } from '../testing/context.fixture.ts';
import { databaseUrl, queryOnce } from '../testing/postgres-connection.fixture.ts';
import { type PrivatePostgresServer, startPrivatePostgres } from '../testing/postgres-server.fixture.ts';
import { createApp } from './app.ts';
import { parseConfig } from './config.ts';
import { startServer } from './start.ts';

/** A player in a battle. */
interface Battler {
  readonly address: string;
  readonly token: string;
  readonly client: TestSocket;
}

const started = await startPrivatePostgres();
const server = 'skipped' in started ? null : started;
if ('skipped' in started) console.warn(started.skipped);
afterAll(async () => server?.stop());

describe.runIf(server !== null)('a server whose PostgreSQL goes away', () => {
  it('answers 503 with a code and when to try again, says that it is not ready, and serves again after that', async () => {
    const postgres = server as PrivatePostgresServer;
    const db = await openDatabase(postgres.url);
    if ('code' in db) throw new Error(db.message);
    const test = await createTestContext({ changes: { db } });
    const app = createApp(test.context);
    const ask = async (path: string): Promise<Response> => app.request(`http://localhost${path}`);
    expect((await ask(CALLS.getSessions.path)).status).toBe(200);

    await postgres.kill();
    // What was read a second ago is not answered from memory any more.
    test.clock.nowMs += 5_000;
    const refused = await ask(CALLS.getSessions.path);
    expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(await refused.json()).toMatchObject({ error: { code: 'ERR_DATABASE_BUSY' } });
    const notReady = await ask('/readyz');
    expect([notReady.status, await notReady.json()]).toMatchObject([503, { error: { code: 'ERR_WEB_NOT_BUILT' } }]);

    await postgres.restart();
    test.clock.nowMs += 5_000;
    expect((await ask(CALLS.getSessions.path)).status).toBe(200);
    const log = JSON.stringify(test.log);
    expect(log).toContain('ERR_DATABASE_DOWN');
    expect(log).not.toContain('"event":"fault"');
    await test.stop();
  });
});

describe.runIf(server !== null)('a server with open sockets and a battle whose PostgreSQL goes away', () => {
  it('keeps running, answers clients with a code, and serves them again after that', async () => {
    const postgres = server as PrivatePostgresServer;
    await queryOnce(postgres.url, 'CREATE DATABASE live');
    const folder = mkdtempSync(join(tmpdir(), 'popfray-live-'));
    const config = parseConfig({
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl(postgres.url, 'live'),
    });
    if ('code' in config) throw new Error(config.message);
    const log: LogEntry[] = [];
    const rejected: unknown[] = [];
    const note = (error: unknown): void => void rejected.push(error);
    process.on('unhandledRejection', note).on('uncaughtException', note);
    const live = await startServer(config, { log: (entry) => log.push(entry), workEveryMs: 10, hasWebsite: false });
    if ('code' in live) throw new Error(live.message);
    const { context, url } = live;
    const players: Battler[] = [];
    for (const number of [1, 2]) {
      const address = context.chain.addressOf(String(number).padStart(64, '0')) ?? '';
      await addPlayer(context.db, address, Math.floor(context.now()));
      const token = await signIn(context, address);
      players.push({ address, token, client: await openGame(url, { token }) });
    }
    const [ann, ben] = players as [Battler, Battler];
    ann.client.sendMessage({ type: 'create_game', mode: 'classic' });
    const { id } = (await ann.client.receive('game_joined')).game;
    ann.client.sendMessage({ type: 'create_game', mode: 'classic' });
    const waiting = (await ann.client.receive('game_joined')).game.id;
    const isNews = (said: GameSocketOut): boolean => said.type === 'game_updated' && said.game.id === waiting;
    ben.client.sendMessage({ type: 'join_game', gameId: id });
    await ben.client.receive('game_joined');
    for (const { client, address } of [ben, ann]) {
      client.sendMessage({ type: 'game_action', gameId: id, action: 'ready' });
      await expect.poll(async () => (await findSeat(context.db, id, address))?.is_ready).toBe(1);
    }
    ann.client.sendMessage({ type: 'game_action', gameId: id, action: 'start' });
    await expect.poll(async () => (await findSession(context.db, id))?.status).toMatch(/^(?:starting|playing)$/);
    for (const { client, address } of players) {
      const seat = { sessionId: id, userId: address, token: makeSeatToken(context, id, address) };
      client.sendMessage({ type: 'battle_enter', ...seat });
      await client.receive('battle_terms');
    }

    await postgres.kill();
    ann.client.sendMessage({ type: 'watch_session', sessionId: id });
    expect(await ann.client.receive('error')).toMatchObject({ code: 'ERR_DATABASE_BUSY' });
    ann.client.send(encodeClock(1));
    await ann.client.receiveFrame();
    await expect(openTestSocket(url, { token: ben.token })).rejects.toEqual(new RefusedError(503));
    expect((await fetch(`${url}${CALLS.getSessions.path}`)).status).toBe(503);
    context.bus.publish({ type: 'session', sessionId: waiting });
    for (const method of ['TURN', 'NEWS'])
      await expect.poll(() => log.some((entry) => entry.event === 'fault' && entry.method === method)).toBe(true);
    const told = ann.client.messages.filter(isNews).length;

    await postgres.restart();
    await expect.poll(async () => (await fetch(`${url}${CALLS.getSessions.path}`)).status).toBe(200);
    // What could not be read is sent later.
    await expect.poll(() => ann.client.messages.filter(isNews).length).toBeGreaterThan(told);
    ben.client.sendMessage({ type: 'watch_session', sessionId: id });
    await ben.client.receive('game_updated');
    await (await openGame(url, { token: ben.token })).receive('player_count');
    expect(players.map(({ client }) => client.socket.readyState)).toEqual([1, 1]);

    await postgres.kill();
    await live.stop(0);
    for (const { client } of players) expect(await client.closed).toMatchObject({ code: CLOSE.stopping });
    process.off('unhandledRejection', note).off('uncaughtException', note);
    expect(rejected).toEqual([]);
    rmSync(folder, { recursive: true });
    await postgres.restart();
  });
});

describe.runIf(server !== null)('a server on a PostgreSQL database that another server uses', () => {
  it('is refused before it creates or migrates a table', async () => {
    const postgres = server as PrivatePostgresServer;
    await queryOnce(postgres.url, 'CREATE DATABASE used');
    const url = databaseUrl(postgres.url, 'used');
    const lock = new PostgresLock(url);
    expect(await lock.take()).toBe(true);
    const folder = mkdtempSync(join(tmpdir(), 'popfray-used-'));
    const start = (): string =>
      spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), '--check', '--no-web'], {
        env: { ...process.env, PORT: '0', DATA_DIR: folder, DATABASE_URL: url },
        encoding: 'utf8',
      }).stderr;
    const tables = async (): Promise<unknown[]> =>
      queryOnce(url, `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`);
    expect(start()).toMatch(/127\.0\.0\.1:\d+\/used.*\(ERR_DATA_LOCKED\)/s);
    expect(await tables()).toEqual([]);
    await lock.release();
    expect(start()).toBe('');
    expect(await tables()).not.toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
