import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { StoppableServer } from './stoppable-server.ts';

/** A server whose one answer is in the test's hands, and a client that has asked for it. */
async function ask() {
  const answers: ServerResponse[] = [];
  const server = new StoppableServer((_request, response) => void answers.push(response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1');
  const asked = once(server, 'request');
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await asked;
  return { server, port, client, answer: () => answers[0]?.end('done') };
}

describe('a stopping server', () => {
  it('lets a request in flight end, then ends its connection although that could be kept alive', async () => {
    const { server, client, answer } = await ask();
    const stopped = server.stop(60_000);
    answer();
    expect(await text(client)).toMatch(/^HTTP\/1\.1 200[^]*done/);
    expect(await stopped).toBe(0);
  });

  it('takes no new connection meanwhile', async () => {
    const { server, port, answer } = await ask();
    const stopped = server.stop(60_000);
    const [error] = await once(connect(port, '127.0.0.1'), 'error').catch((reason: unknown) => [reason]);
    expect(error).toHaveProperty('code', 'ECONNREFUSED');
    answer();
    await stopped;
  });

  it('cuts what does not end in time, and says how many', async () => {
    const { server, client } = await ask();
    const cutOff = once(client, 'close');
    expect(await server.stop(20)).toBe(1);
    await cutOff;
  });

  it('does not wait for a connection on which nothing was asked', async () => {
    const { server, port, answer, client } = await ask();
    const silent = connect(port, '127.0.0.1');
    await once(server, 'connection');
    answer();
    await once(client, 'data');
    const silentEnds = once(silent, 'close');
    expect(await server.stop(60_000)).toBe(0);
    await silentEnds;
  });
});
