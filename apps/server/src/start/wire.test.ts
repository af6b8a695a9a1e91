import { connect } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { listen } from '../platform/http/listener.ts';
import { createTestContext } from '../testing/context.fixture.ts';

const test = await createTestContext();
const app = createApp(test.context);
const listener = await listen(async (request, bindings) => app.fetch(request, bindings), {
  host: '127.0.0.1',
  port: 0,
});
if ('code' in listener) throw new Error(listener.message);
afterAll(async () => {
  await listener.stop(0);
  await test.stop();
});

const { host, port } = new URL(listener.url);
const MEGABYTE = 1_000_000;

/** A request as bytes, of a page that is ours. */
const request = (line: string, headers: readonly string[], body = ''): string =>
  [
    `${line} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${listener.url}`,
    'Content-Type: application/json',
    ...headers,
    '',
    body,
  ].join('\r\n');

/** Sends bytes and never ends: all that comes back until the server hangs up. */
async function send(bytes: string): Promise<string> {
  const socket = connect(Number(port), '127.0.0.1');
  // A server that closes while the client is still sending resets the connection.
  socket.on('error', () => undefined).write(bytes);
  let answered = '';
  socket.on('data', (chunk) => {
    answered += chunk.toString();
  });
  return new Promise((resolve) => void socket.once('close', () => resolve(answered)));
}

describe('a body on the wire', () => {
  it('in pieces without end is read to the limit, and then the server hangs up', async () => {
    const piece = `${MEGABYTE.toString(16)}\r\n${'x'.repeat(MEGABYTE)}\r\n`;
    const answered = await send(request('POST /api/sign-out', ['Transfer-Encoding: chunked'], piece));
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toContain('"code":"ERR_BODY_LARGE"');
  });

  it('that is said to be too long is not waited for', async () => {
    const answered = await send(request('POST /api/sign-out', [`Content-Length: ${1_000 * MEGABYTE}`], '{'));
    expect(answered).toMatch(/^HTTP\/1\.1 413 /);
    expect(answered).toContain('"code":"ERR_BODY_LARGE"');
  });

  it('of a call that is refused beforehand is not waited for either', async () => {
    const answered = await send(request('POST /api/solo/rounds', [`Content-Length: ${1_000 * MEGABYTE}`], '{'));
    expect(answered).toMatch(/^HTTP\/1\.1 401 /);
    expect(answered).toContain('"code":"ERR_SIGNED_OUT"');
  });

  it.each([
    ['of two lengths', ['Content-Length: 2', 'Content-Length: 3']],
    ['of a length and in pieces', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['in pieces of no length', ['Transfer-Encoding: chunked']],
  ])('%s is no request', async (_, headers) => {
    expect(await send(request('POST /api/sign-out', headers, 'zz\r\n'))).toMatch(/^HTTP\/1\.1 400 /);
  });
});
