import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { err, ok } from '@popfray/engine/result';
import { CLOSE } from '@popfray/protocol/socket';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../http/listener.ts';
import { DatabaseUnavailableError } from '../database/errors.ts';
import type { LogEntry } from '../log/log.ts';
import { openTestSocket, RefusedError, type TestSocket } from './client.fixture.ts';
import type { Connection, ConnectionListener, MessageCodec } from './connection.ts';
import { CONNECTION_LIMITS, WebSocketConnection, type ConnectionLimits } from './web-socket-connection.ts';
import { createSocketServer } from './socket-server.ts';

const NO_LIMIT = { burst: Infinity, perMinute: 1e9 };

interface Talk {
  readonly texts: string[];
  readonly connection: WebSocketConnection;
  isGone: boolean;
}

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** Text and frames as they are, but for `no` and the empty frame, which are malformed. */
const CODEC: MessageCodec<string | Uint8Array, 'ERR_BODY'> = {
  decodeText: (text) => (text === 'no' ? err('ERR_BODY') : ok(text)),
  decodeFrame: (bytes) => (bytes.length === 0 ? err('ERR_BODY') : ok(bytes)),
};

type TestListener = ConnectionListener<string | Uint8Array, 'ERR_BODY'>;

/** A server of one path that accepts every message of `CODEC`. */
async function serve(
  limits: Partial<ConnectionLimits> = {},
  { maxBytes = 100, rateFactor = 1, isForKnown = false, isBehindProxy = false, maxSockets = 1_000 } = {},
) {
  const talks: Talk[] = [];
  const log: LogEntry[] = [];
  /** What slow handshakes and messages wait for, and how many of them do. */
  const gate = Promise.withResolvers<void>();
  const slow = { handshakes: 0, messages: 0 };
  const sockets = createSocketServer({
    now: () => performance.now(),
    log: (entry) => log.push(entry),
    isBehindProxy,
    rateFactor,
    maxSockets,
    checkEveryMs: 5,
  });
  sockets.add({
    path: '/talk',
    codec: CODEC,
    maxBytes,
    isForKnown,
    limits: { closeWithinMs: 20, ...limits },
    async accept(call) {
      const name = call.req.header('X-Name');
      if (name === 'bug') throw new Error('a bug on the way in');
      if (name === 'down') throw new DatabaseUnavailableError('ERR_DATABASE_DOWN', new Error('no connection'));
      if (name === 'slow') {
        slow.handshakes++;
        await gate.promise;
      }
      const player = call.req.header('X-Player') ?? null;
      return name === 'refused' ? err('ERR_ORIGIN') : ok({ player, open: name === 'bug within' ? stumble : listenTo });
    },
  });
  function stumble(): TestListener {
    throw new Error('a bug within');
  }
  function listenTo(connection: Connection): TestListener {
    if (!(connection instanceof WebSocketConnection)) throw new Error('a connection of another kind');
    const talk: Talk = { texts: [], connection, isGone: false };
    talks.push(talk);
    return {
      handleMessage(message) {
        if (message === 'echo') connection.send('echo');
        if (message === 'break') throw new Error('a bug');
        if (message === 'slow') {
          slow.messages++;
          return gate.promise.then(() => talk.texts.push('slow')).then(() => 'accepted');
        }
        if (message === 'reject') return Promise.reject(new Error('a bug later'));
        talk.texts.push(typeof message === 'string' ? message : 'frame');
        return 'accepted';
      },
      areFramesUrgent: () => talk.texts.includes('urgent'),
      handleMalformed: () => 'malformed',
      onPing: () => connection.send('{"type":"ping"}'),
      onClose: () => void (talk.isGone = true),
    };
  }
  const listener = await listen(() => new Response('a page'), { host: '127.0.0.1', port: 0 }, sockets.upgrade);
  if ('code' in listener) throw new Error(listener.message);
  stops.push(async () => {
    gate.resolve();
    await sockets.stop();
    await listener.stop(0);
  });
  const open = async (client = {}): Promise<TestSocket> => openTestSocket(listener.url, { path: '/talk', ...client });
  return { url: listener.url, sockets, talks, log, open, slow, letGo: gate.resolve };
}

/** A client of bare bytes: a handshake, and what comes with it. */
function dial(url: string, more: readonly number[] = [], name = ''): Socket {
  const lines = [
    'GET /talk HTTP/1.1',
    'Host: localhost',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    `Sec-WebSocket-Key: ${'A'.repeat(22)}==`,
    `X-Name: ${name}`,
  ];
  const client = connect(Number(new URL(url).port), '127.0.0.1');
  client.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), Buffer.from(more)]));
  return client;
}

const isSo = async (look: () => boolean): Promise<void> => {
  while (!look()) await delay(2);
};

describe('a connection', () => {
  it('is heard from the first message on, though it came with the handshake', async () => {
    const { url, talks } = await serve();
    const client = dial(url, [0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69]);
    await isSo(() => talks[0]?.texts[0] === 'hi');
    client.destroy();
    await isSo(() => talks[0]?.isGone === true);
  });

  it('sends text and bytes of any length whole', async () => {
    const { open, talks } = await serve();
    const client = await open();
    const [{ connection }] = talks as [Talk];
    const lengths = [0, 1, 125, 126, 127, 65_535, 65_536, 70_000];
    const sent = lengths.map((length, at) => new Uint8Array(length).fill(at + 1));
    for (const bytes of sent) {
      connection.send(bytes);
      connection.send(bytes);
      connection.send(JSON.stringify({ type: 'after', length: bytes.length }));
    }
    await isSo(() => client.messages.length === lengths.length);
    expect(client.frames.map((bytes) => Uint8Array.from(bytes))).toEqual(sent.flatMap((bytes) => [bytes, bytes]));
  });

  it('sends the same text to many clients, and texts in other scripts, as they are', async () => {
    const { open, talks } = await serve();
    const clients = [await open(), await open()];
    const texts = ['', 'x'.repeat(80), '泡泡'.repeat(30), 'バブル'.repeat(8_000), '🫧'.repeat(20_000)].map((name) =>
      JSON.stringify({ type: 'name', name }),
    );
    for (const text of texts) for (const { connection } of talks) connection.send(text);
    for (const client of clients) {
      await isSo(() => client.messages.length === texts.length);
      expect(client.messages.map((message) => JSON.stringify(message))).toEqual(texts);
    }
  });

  it('sends what it is given at once in its order, and before a close', async () => {
    const { url, talks } = await serve();
    const client = dial(url);
    await isSo(() => talks.length === 1);
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    const received = (): Buffer => Buffer.concat(chunks).subarray(Buffer.concat(chunks).indexOf('\r\n\r\n') + 4);
    await isSo(() => chunks.length === 1);
    const [{ connection }] = talks as [Talk];
    connection.send(Uint8Array.of(1, 2));
    connection.send('hi');
    connection.send(Uint8Array.of(3));
    await isSo(() => received().length === 11);
    expect([...received()]).toEqual([0x82, 2, 1, 2, 0x81, 2, 0x68, 0x69, 0x82, 1, 3]);
    // A message that ws writes itself, because it is long, and a close keep their places too.
    connection.send(Uint8Array.of(4));
    connection.send(new Uint8Array(70_000));
    connection.send(Uint8Array.of(5));
    connection.close(4_000, '');
    await isSo(() => received().length === 11 + 3 + 10 + 70_000 + 3 + 4);
    expect([...received().subarray(11, 16)]).toEqual([0x82, 1, 4, 0x82, 127]);
    expect([...received().subarray(-7)]).toEqual([0x82, 1, 5, 0x88, 2, 0x0f, 0xa0]);
    client.destroy();
  });

  it('tells that it is gone once, and takes nothing after that', async () => {
    const { open, talks, sockets } = await serve();
    const client = await open();
    expect(sockets.count).toBe(1);
    client.close();
    await isSo(() => talks[0]?.isGone === true);
    talks[0]?.connection.send('too late');
    talks[0]?.connection.close(4000, 'again');
    expect(sockets.count).toBe(0);
  });

  it.each<[string, Partial<ConnectionLimits>, string | Uint8Array, number, number]>([
    ['one malformed message too many', { malformed: { burst: 4, perMinute: 1 } }, 'no', 5, CLOSE.malformed],
    ['one malformed frame too many', { malformed: { burst: 4, perMinute: 1 } }, new Uint8Array(), 5, CLOSE.malformed],
    ['a flood of messages', { texts: { burst: 3, perMinute: 1 } }, 'hi', 4, CLOSE.flood],
    ['a flood of frames', { frames: { burst: 3, perMinute: 1 } }, new Uint8Array(4), 4, CLOSE.flood],
    ['a message that is too long', {}, 'x'.repeat(101), 1, 1009],
    ['a frame that is too long', {}, new Uint8Array(101), 1, 1009],
    ['a message that ends in a bug', {}, 'break', 1, 1011],
  ])('is closed after %s, and heard no more', async (_, limits, data, times, code) => {
    const { open, talks } = await serve(limits);
    const client = await open();
    for (let time = 0; time < times; time++) client.send(data);
    for (let more = 0; more < 10; more++) client.send('more');
    expect(await client.closed).toMatchObject({ code });
    expect(talks[0]?.texts).not.toContain('more');
    await isSo(() => talks[0]?.isGone === true);
  });

  it('forgives malformed messages that are few and far between', async () => {
    const { open, talks } = await serve({ malformed: { burst: 1, perMinute: 60_000 } });
    const client = await open();
    for (let time = 0; time < 10; time++) {
      client.send('no');
      await delay(4);
    }
    expect(talks[0]?.connection.isOpen).toBe(true);
  });

  it.each(['ping', 'pong'] as const)('counts each %s as a frame', async (kind) => {
    const { open } = await serve({ frames: { burst: 3, perMinute: 1 } });
    const client = await open();
    for (let time = 0; time < 4; time++) client.socket[kind]();
    expect(await client.closed).toMatchObject({ code: CLOSE.flood });
  });

  it('says nothing more to a client that has said its last, though much waits to be read before that', async () => {
    const { url, talks } = await serve({ waitingBytes: 50_000_000 });
    const client = dial(url);
    await once(client, 'data');
    client.pause();
    const [{ connection }] = talks as [Talk];
    for (let sent = 0; sent < 20_000_000; sent += 50_000) connection.send(new Uint8Array(50_000));
    client.write(Buffer.of(0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x80, 0, 0, 0, 0));
    await isSo(() => talks[0]?.texts[0] === 'hi');
    await delay(5);
    connection.send(new Uint8Array(4));
    connection.send('too late');
    let last = Buffer.alloc(0);
    client.on('data', (bytes: Buffer) => (last = Buffer.concat([last, bytes]).subarray(-2))).resume();
    await once(client, 'end');
    expect(last).toEqual(Buffer.of(0x88, 0));
    await isSo(() => talks[0]?.isGone === true);
  });

  it('sends no data after its answer to a close, though an answer was queued before that', async () => {
    const { url, talks } = await serve();
    const client = dial(url);
    await once(client, 'data');
    const chunks: Buffer[] = [];
    client.on('data', (chunk: Buffer) => chunks.push(chunk));
    client.write(Buffer.of(0x81, 0x84, 0, 0, 0, 0, 0x65, 0x63, 0x68, 0x6f, 0x88, 0x80, 0, 0, 0, 0));
    await once(client, 'end');
    expect(talks[0]?.texts).toEqual(['echo']);
    expect(Buffer.concat(chunks)).toEqual(Buffer.of(0x88, 0));
  });

  it('is closed for text that is no UTF-8, and for bytes that are no WebSocket', async () => {
    const { open, url } = await serve();
    const client = await open();
    client.socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    expect(await client.closed).toMatchObject({ code: 1007 });
    const other = dial(url);
    await once(other, 'data');
    other.write(Buffer.of(0xff, 0xff));
    expect(await once(other, 'data')).toEqual([Buffer.of(0x88, 2, 1002 >> 8, 1002 & 0xff)]);
  });

  it.each([
    ['throws', 'break'],
    ['rejects its promise', 'reject'],
  ])('whose listener %s is closed and leaves a line in the log', async (_, message) => {
    const { open, log } = await serve();
    const client = await open();
    client.send(message);
    expect(await client.closed).toMatchObject({ code: 1011 });
    expect(log).toContainEqual({
      event: 'fault',
      method: 'SOCKET',
      path: '/talk',
      stack: expect.stringContaining('a bug'),
    });
  });
});

describe('a connection with a message that takes long', () => {
  it('handles those after it in their order, and its end last', async () => {
    const { open, talks, slow, letGo } = await serve();
    const client = await open();
    for (const message of ['slow', 'after', new Uint8Array(1)]) client.send(message);
    await isSo(() => slow.messages === 1);
    client.close();
    await client.closed;
    expect(talks).toMatchObject([{ texts: [], isGone: false }]);
    letGo();
    await isSo(() => talks[0]?.isGone === true);
    expect(talks[0]?.texts).toEqual(['slow', 'after', 'frame']);
  });

  it('handles frames at once where they are urgent', async () => {
    const { open, talks, letGo } = await serve();
    const client = await open();
    for (const message of ['urgent', 'slow', 'after', new Uint8Array(1)]) client.send(message);
    await isSo(() => talks[0]?.texts.includes('frame') === true);
    expect(talks[0]?.texts).toEqual(['urgent', 'frame']);
    letGo();
    await isSo(() => talks[0]?.texts.length === 4);
    expect(talks[0]?.texts).toEqual(['urgent', 'frame', 'slow', 'after']);
  });

  it('is closed when too many others wait for it', async () => {
    const { open, talks, letGo } = await serve({ texts: NO_LIMIT, waitingMessages: 3 });
    const client = await open();
    for (const message of ['slow', 'first', 'second', 'third', 'fourth']) client.send(message);
    expect(await client.closed).toEqual({ code: CLOSE.flood, reason: 'too many messages wait' });
    letGo();
    await isSo(() => talks[0]?.isGone === true);
    expect(talks[0]?.texts).toEqual(['slow', 'first', 'second', 'third']);
  });
});

describe('pings', () => {
  const often = { pingEveryMs: 20, pongWithinMs: 40 };
  /** For answers that a busy machine is slow to pass on. */
  const patiently = { pingEveryMs: 20, pongWithinMs: 500 };

  it('end a connection that answers none', async () => {
    const { open } = await serve(often);
    const client = await open({ client: { autoPong: false } });
    expect(await client.closed).toEqual({ code: CLOSE.silent, reason: 'no answer to a ping' });
  });

  it('keep a connection that answers, and are reported to its listener', async () => {
    const { open, talks } = await serve(patiently);
    const client = await open();
    await isSo(() => client.messages.length >= 40);
    expect(talks[0]?.connection.isOpen).toBe(true);
  });

  it('need no answer from a client that says anything', async () => {
    const { open, talks } = await serve({ ...patiently, texts: NO_LIMIT });
    const client = await open({ client: { autoPong: false } });
    const until = performance.now() + 800;
    while (performance.now() < until) {
      client.send('here');
      await delay(5);
    }
    expect(talks[0]?.connection.isOpen).toBe(true);
  });
});

describe('a slow reader', () => {
  it('is closed when too much waits for it, and costs nothing more', async () => {
    const { open, talks, sockets } = await serve({ waitingBytes: 10_000 });
    const client = await open();
    client.socket.pause();
    const [{ connection }] = talks as [Talk];
    // What the operating system takes for it comes first.
    for (let sent = 0; connection.isOpen && sent < 20_000_000; sent += 10_000) {
      connection.send(new Uint8Array(10_000));
      if (sent % 500_000 === 0) await delay(0);
    }
    expect(connection.isOpen).toBe(false);
    await isSo(() => sockets.count === 0);
    expect(talks[0]?.isGone).toBe(true);
    client.socket.terminate();
  });
});

describe('a server of sockets', () => {
  it.each<[string, string, Record<string, string>, number]>([
    ['at a path that it does not know', '/nothing', {}, 404],
    ['that the path does not accept', '/talk', { 'X-Name': 'refused' }, 403],
  ])('refuses a handshake %s, in the shape of failures', async (_, path, headers, status) => {
    const { url, log } = await serve();
    const refused = openTestSocket(url, { path, headers });
    await expect(refused).rejects.toEqual(new RefusedError(status));
    expect(log).toContainEqual(expect.objectContaining({ event: 'request', path, status }));
  });

  it('answers a wish for another protocol as if it had not been made', async () => {
    const { url } = await serve();
    const { port } = new URL(url);
    const client = connect(Number(port), '127.0.0.1');
    client.write('GET /talk HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n\r\n');
    const [answer] = (await once(client, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 200[^]*a page/);
    client.destroy();
  });

  it.each([
    ['//', 'x'],
    ['http://[', 'x'],
    ['http://name:secret@x/talk', 'x'],
    ['*', 'x'],
    ['/talk', 'x'],
    ['/talk', 'name:secret@x'],
    ['/talk', 'x y'],
  ])('survives a handshake for %s of host %s that is none', async (target, host) => {
    const { url, open } = await serve();
    const { port } = new URL(url);
    const client = connect(Number(port), '127.0.0.1');
    client.write(`GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
    expect(await textOf(client)).toMatch(/^HTTP\/1\.1 40[04] /);
    expect((await open()).socket.readyState).toBe(1);
  });

  it.each(['bug', 'bug within'])('survives a %s of ours in a handshake', async (name) => {
    const { open, log, sockets } = await serve();
    // The first receives nothing, the other is accepted and disconnected.
    await open({ headers: { 'X-Name': name } }).catch(() => undefined);
    await isSo(() => log.some(({ event }) => event === 'fault'));
    await isSo(() => sockets.count === 0);
    expect((await open()).socket.readyState).toBe(1);
  });

  it('closes the sockets that it has refused without waiting for the clients', async () => {
    const { url } = await serve();
    const client = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
    client.resume().write('GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await once(client, 'end');
    const talking = setInterval(() => client.write('still here'), 5);
    const [error] = (await once(client, 'error')) as [NodeJS.ErrnoException];
    clearInterval(talking);
    expect(['ECONNRESET', 'EPIPE']).toContain(error.code);
  });

  it('survives a client that resets its connection while its handshake is looked at', async () => {
    const { url, open, slow, letGo, sockets } = await serve();
    const client = dial(url, [], 'slow');
    await isSo(() => slow.handshakes === 1);
    client.resetAndDestroy();
    // A later request is read after the reset.
    await (await fetch(url)).text();
    letGo();
    await (await fetch(url)).text();
    expect(sockets.count).toBe(0);
    expect((await open()).socket.readyState).toBe(1);
  });

  it('reads what a client sends while its handshake is looked at', async () => {
    const { url, slow, letGo, talks } = await serve();
    const client = dial(url, [], 'slow');
    await isSo(() => slow.handshakes === 1);
    client.write(Buffer.of(0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69));
    await (await fetch(url)).text();
    letGo();
    await isSo(() => talks[0]?.texts[0] === 'hi');
    client.destroy();
  });

  it('lets no more in than there is room for when many are looked at together', async () => {
    const { open, slow, letGo, sockets } = await serve({}, { rateFactor: 0.02 });
    const headers = { 'X-Name': 'slow' };
    const opening = Promise.allSettled([open({ headers }), open({ headers }), open({ headers }), open({ headers })]);
    await isSo(() => slow.handshakes === 4);
    letGo();
    const refused = (await opening).flatMap((opened) =>
      opened.status === 'rejected' ? [opened.reason as unknown] : [],
    );
    expect(refused).toEqual([new RefusedError(429), new RefusedError(429)]);
    expect(sockets.count).toBe(2);
  });

  it('keeps no room for a client that is gone before it is let in', async () => {
    const { url, open, slow, letGo } = await serve({}, { rateFactor: 0.02 });
    const clients = [dial(url, [], 'slow'), dial(url, [], 'slow')];
    await isSo(() => slow.handshakes === 2);
    for (const client of clients) client.resetAndDestroy();
    await (await fetch(url)).text();
    letGo();
    await (await fetch(url)).text();
    expect([await open(), await open()].map(({ socket }) => socket.readyState)).toEqual([1, 1]);
  });

  it('refuses a handshake that is being checked when the server stops', async () => {
    const { open, slow, letGo, sockets, talks } = await serve();
    const refused = open({ headers: { 'X-Name': 'slow' } }).catch((error: unknown) => error);
    await isSo(() => slow.handshakes === 1);
    const stopped = sockets.stop();
    letGo();
    expect(await refused).toEqual(new RefusedError(503));
    await stopped;
    expect([talks, sockets.count]).toEqual([[], 0]);
  });

  it('answers 503 while the database cannot be reached, which is no fault', async () => {
    const { open, log } = await serve();
    await expect(open({ headers: { 'X-Name': 'down' } })).rejects.toEqual(new RefusedError(503));
    expect(log.map(({ event }) => event)).toEqual(['notice', 'request']);
  });

  it('has stopped when everything that clients have sent is handled', async () => {
    const { open, slow, letGo, sockets, talks } = await serve();
    const [first, second] = [await open(), await open()];
    first.send('slow');
    second.send('slow');
    await isSo(() => slow.messages === 2);
    second.close();
    await second.closed;
    let isStopped = false;
    const stopped = sockets.stop().then(() => (isStopped = true));
    await first.closed;
    expect(isStopped).toBe(false);
    letGo();
    await stopped;
    expect(talks.map(({ texts }) => texts)).toEqual([['slow'], ['slow']]);
  });

  it('lets a network have its share of sockets, and others after one is gone', async () => {
    const { open, sockets } = await serve({}, { rateFactor: 0.02 });
    const [first] = [await open(), await open()];
    await expect(open()).rejects.toEqual(new RefusedError(429));
    first.close();
    await isSo(() => sockets.count === 1);
    await open();
  });

  /** How many sockets of some clients are let in, and the sockets. */
  async function openAll(
    open: (client: object) => Promise<TestSocket>,
    clients: readonly { readonly address: string; readonly player?: string }[],
  ): Promise<number> {
    let opened = 0;
    for (const { address, player } of clients) {
      const headers = { 'X-Forwarded-For': address, ...(player !== undefined && { 'X-Player': player }) };
      await open({ headers }).then(
        () => opened++,
        (error: unknown) => expect(error).toEqual(new RefusedError(429)),
      );
    }
    return opened;
  }
  const count = <Item>(length: number, make: (at: number) => Item): Item[] =>
    Array.from({ length }, (_, at) => make(at));

  it('lets an IPv6 client that changes its /64 have the share of its /56, and one that changes that the share of its /48', async () => {
    const { open } = await serve({}, { rateFactor: 0.02, isBehindProxy: true });
    const inHousehold = count(20, (at) => ({ address: `2001:db8:1:${(0x500 + at).toString(16)}::${at + 1}` }));
    expect(await openAll(open, inHousehold)).toBe(4);
    const inSite = count(40, (at) => ({ address: `2001:db8:1:${(at << 8).toString(16)}::1` }));
    expect(await openAll(open, inSite)).toBe(12);
    expect(await openAll(open, [{ address: '2001:db8:2::1' }])).toBe(1);
    // An IPv4 address has its own share, however it is written.
    const mapped = count(4, (at) => ({ address: at % 2 === 0 ? '203.0.113.7' : '::ffff:cb00:7107' }));
    expect(await openAll(open, mapped)).toBe(2);
  });

  it('leaves a share of all sockets to signed-in players when visitors have filled theirs', async () => {
    const { open, sockets } = await serve({}, { isBehindProxy: true, maxSockets: 20 });
    const from = (at: number): string => `198.51.100.${at}`;
    expect(
      await openAll(
        open,
        count(30, (at) => ({ address: from(at) })),
      ),
    ).toBe(15);
    expect(
      await openAll(
        open,
        count(30, (at) => ({ address: from(at), player: `player ${at}` })),
      ),
    ).toBe(5);
    expect(sockets.count).toBe(20);
  });

  it('leaves a share of a network to its signed-in players, of whom none can take it all', async () => {
    const { open } = await serve({}, { isBehindProxy: true, rateFactor: 0.1 });
    const address = '203.0.113.7';
    expect(
      await openAll(
        open,
        count(15, () => ({ address })),
      ),
    ).toBe(10);
    expect(
      await openAll(
        open,
        count(5, () => ({ address, player: 'ann' })),
      ),
    ).toBe(2);
    expect(await openAll(open, [{ address: '203.0.113.8', player: 'ann' }])).toBe(0);
  });

  it('refuses a path of more than 2,000 characters', async () => {
    const { open } = await serve();
    await expect(open({ path: `/${'a'.repeat(2_000)}` })).rejects.toEqual(new RefusedError(414));
  });

  it('lets a network open and close so many a minute', async () => {
    const { open } = await serve({}, { rateFactor: 0.02 });
    for (let time = 0; time < 4; time++) {
      const client = await open();
      client.close();
      await client.closed;
    }
    await expect(open()).rejects.toEqual(new RefusedError(429));
  });

  it.each([
    [false, 'to say so much by all of its sockets together'],
    [true, 'to send any number where its clients are authenticated'],
  ])('(%j) allows a network %s', async (isForKnown) => {
    const { open, talks } = await serve({ texts: NO_LIMIT }, { rateFactor: 0.02, isForKnown });
    const [first, second] = [await open(), await open()];
    for (let time = 0; time < 24; time++) first.send('hi');
    await isSo(() => talks[0]?.texts.length === 24);
    second.send('hi');
    if (isForKnown) await isSo(() => talks[1]?.texts.length === 1);
    else expect(await second.closed).toMatchObject({ code: CLOSE.flood });
  });

  it('that stops closes all connections, and accepts no more', async () => {
    const { open, sockets } = await serve();
    const clients = [await open(), await open()];
    const stopped = sockets.stop();
    for (const client of clients) expect(await client.closed).toMatchObject({ code: CLOSE.stopping });
    await expect(open()).rejects.toEqual(new RefusedError(503));
    await stopped;
  });

  it('has limits that a page of ours does not reach: five batches and the clock a second, and what it asks on opening', () => {
    expect(CONNECTION_LIMITS.frames.perMinute / 60).toBeGreaterThanOrEqual(20);
    expect(CONNECTION_LIMITS.texts.burst).toBeGreaterThanOrEqual(20);
  });
});
