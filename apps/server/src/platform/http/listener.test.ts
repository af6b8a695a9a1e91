import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { listen } from './listener.ts';

/** A listener whose requests take until `end` is called, and a client that has asked. */
async function ask() {
  const begun = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const listener = await listen(
    async () => {
      begun.resolve();
      await gate.promise;
      return new Response('done');
    },
    { host: '127.0.0.1', port: 0 },
  );
  if ('code' in listener) throw new Error(listener.message);
  const client = connect(Number(new URL(listener.url).port), '127.0.0.1');
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await begun.promise;
  return { listener, client, end: gate.resolve };
}

it.each([
  ['was cut', 1],
  ['has left', 0],
])('has stopped when the handler of a request has ended whose client %s', async (_, cuts) => {
  const { listener, client, end } = await ask();
  if (cuts === 0) {
    client.destroy();
    await once(client, 'close');
  }
  let isStopped = false;
  const stopped = listener.stop(cuts === 1 ? 20 : 60_000).then((cut) => {
    isStopped = true;
    return cut;
  });
  if (cuts === 1) await once(client, 'close');
  // A request of another server is answered after everything that has happened so far.
  const other = await ask();
  other.end();
  await once(other.client, 'data');
  other.client.destroy();
  await other.listener.stop(0);
  expect(isStopped).toBe(false);
  end();
  expect(await stopped).toBe(cuts);
});

/** More than Node's own queue of connections, 511. */
const CLIENTS = 1_500;

/** How many connections the operating system lets wait, if it says so. */
function longestQueue(): number {
  try {
    return Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8'));
  } catch {
    return 0;
  }
}

/** A listener in another process, and a function that opens clients of it, which are closed with the test. */
async function startProgram() {
  const program = fork(new URL('listener.fixture.ts', import.meta.url), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const clients: Socket[] = [];
  onTestFinished(() => {
    for (const client of clients) client.destroy();
    program.kill('SIGKILL');
  });
  const [port] = (await once(program, 'message')) as [number];
  const open = async (): Promise<Socket> => {
    const client = connect(port, '127.0.0.1');
    clients.push(client);
    await once(client, 'connect');
    return client;
  };
  return { program, port, open };
}

it.runIf(longestQueue() >= CLIENTS)(
  'queues the connections of all clients that reconnect while the server is busy',
  async () => {
    const { program, open } = await startProgram();
    // A server that accepts nothing, like one that is busy for a moment.
    program.kill('SIGSTOP');
    const clients = await Promise.all(Array.from({ length: CLIENTS }, open));
    expect(clients.every(({ readyState }) => readyState === 'open')).toBe(true);
  },
);

it.runIf(longestQueue() >= CLIENTS)('accepts many connections in each turn of a busy event loop', async () => {
  const { program, open } = await startProgram();
  const requests = 640;
  program.send({ requests });
  expect(await once(program, 'message')).toContain('busy');
  // All clients connect and send their requests before it continues.
  program.kill('SIGSTOP');
  const clients = await Promise.all(Array.from({ length: requests }, open));
  for (const client of clients) client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answered = once(program, 'message');
  program.kill('SIGCONT');
  const [turns] = (await answered) as [number];
  expect(turns).toBeGreaterThan(0);
  expect(turns).toBeLessThan(requests / 2);
});

it('refuses a port at which another server of the same user listens', async () => {
  const { port } = await startProgram();
  const second = await listen(() => new Response('second'), { host: '127.0.0.1', port });
  expect(second).toMatchObject({ code: 'ERR_PORT_TAKEN' });
});

it('closes connections above its limit, and accepts new ones when others have ended', async () => {
  const listener = await listen(() => new Response('done'), { host: '127.0.0.1', port: 0, maxConnections: 20 });
  if ('code' in listener) throw new Error(listener.message);
  onTestFinished(async () => void (await listener.stop(0)));
  const clients: Socket[] = [];
  const open = async (): Promise<boolean> => {
    const client = connect(Number(new URL(listener.url).port), '127.0.0.1');
    client.on('error', () => undefined);
    clients.push(client);
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return Promise.race([once(client, 'data').then(() => true), once(client, 'close').then(() => false)]);
  };
  const answers: boolean[] = [];
  for (let client = 0; client < 25; client++) answers.push(await open());
  expect(answers).toEqual(Array.from({ length: 25 }, (_, client) => client < 20));
  for (const client of clients.splice(0, 5)) client.destroy();
  await expect.poll(open).toBe(true);
});
