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

it.runIf(longestQueue() >= CLIENTS)(
  'queues the connections of all clients that reconnect while the server is busy',
  async () => {
    const program = fork(new URL('listener.fixture.ts', import.meta.url), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const clients: Socket[] = [];
    onTestFinished(() => {
      for (const client of clients) client.destroy();
      program.kill('SIGKILL');
    });
    const [port] = (await once(program, 'message')) as [number];
    // A server that accepts nothing, like one that is busy for a moment.
    program.kill('SIGSTOP');
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        const client = connect(port, '127.0.0.1');
        clients.push(client);
        await once(client, 'connect');
      }),
    );
    expect(clients.every(({ readyState }) => readyState === 'open')).toBe(true);
  },
);
