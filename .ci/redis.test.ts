import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findRedis, startRedis } from '../apps/server/src/testing/redis-server.fixture.ts';
import { readAddress } from './server-program.ts';

const SERVER_MODULE = join(import.meta.dirname, '../apps/server/src/testing/redis-server.fixture.ts');

/** Runs a command by a separate connection, and returns the first part of the answer; null without a connection. */
async function run(url: string, command: string): Promise<string | null> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    socket.write(`${command}\r\n`);
    const [data] = (await once(socket, 'data')) as [Buffer];
    return data.toString().trim();
  } catch {
    return null;
  } finally {
    socket.destroy();
  }
}

describe.skipIf(findRedis() === undefined)('a private Redis server', () => {
  it('starts beside another one, and loses everything when it restarts on its port', async () => {
    const [one, other] = await Promise.all([startRedis(), startRedis()]);
    onTestFinished(async () => void (await Promise.all([one.stop(), other.stop()])));
    expect(await run(one.url, 'SET key 7')).toBe('+OK');
    expect(await run(one.url, 'EXISTS key')).toBe(':1');
    expect(await run(other.url, 'EXISTS key')).toBe(':0');
    const { url } = one;
    await one.restart();
    expect(one.url).toBe(url);
    expect(await run(url, 'EXISTS key')).toBe(':0');
  });

  it('refuses connections after it was killed, and leaves no process', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    expect(await run(server.url, 'PING')).toBe('+PONG');
    await server.kill();
    expect(await run(server.url, 'PING')).toBeNull();
    await server.stop();
  });

  it('answers what it was sent while it was paused after it resumes', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    server.pause();
    let isAnswered = false;
    const answered = run(server.url, 'PING').then((answer) => {
      isAnswered = true;
      return answer;
    });
    const other = await startRedis();
    await other.stop();
    expect(isAnswered).toBe(false);
    server.resume();
    expect(await answered).toBe('+PONG');
  });

  it('has no keys after it was flushed', async () => {
    const server = await startRedis();
    onTestFinished(() => server.stop());
    await run(server.url, 'SET key 7');
    await server.flush();
    expect(await run(server.url, 'EXISTS key')).toBe(':0');
  });

  it.each(['SIGKILL', 'SIGTERM'] as const)(
    'ends when %s ends the process that started it, also when it is paused',
    async (signal) => {
      const { program, url } = await startInProgram();
      program.kill(signal);
      await once(program, 'exit');
      await expect.poll(() => run(url, 'PING')).toBeNull();
    },
  );
});

/** Starts a paused server in another process. */
async function startInProgram(): Promise<{ readonly program: ChildProcess; readonly url: string }> {
  const code = `
    const { startRedis } = await import(process.argv[1]);
    const server = await startRedis();
    server.pause();
    console.log('started at ' + server.url);
    process.stdin.resume();`;
  const program = spawn(process.execPath, ['--input-type=module', '--eval', code, SERVER_MODULE], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill());
  return { program, url: await readAddress(program, /started at (\S+)/) };
}
