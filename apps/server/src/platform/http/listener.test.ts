import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
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
