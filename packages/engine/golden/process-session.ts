import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { GoldenReply } from './program.ts';
import type { Session } from './session.ts';

/** Opens a process that runs `process-host.ts`, by the program at `path`; `inside` is the host's argument. */
export async function openProcess(path: string, script: string, inside?: string): Promise<Session> {
  const host = join(import.meta.dirname, 'process-host.ts');
  const child = spawn(path, [host, ...(inside === undefined ? [] : [inside])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Without a test runner's own settings for the processes that it starts.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'close');
  ended.catch(() => {});
  // A process that fails closes its standard input; that it ended says so already.
  child.stdin.on('error', () => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ask = async (question: unknown): Promise<string> => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const line = await Promise.race([lines.next(), ended.then(() => ({ done: true }) as const)]);
    if (line.done === true) throw new Error(`${path} ended without an answer`);
    return line.value;
  };
  const version = await ask(script);
  return {
    version,
    call: async (request) => JSON.parse(await ask(request)) as GoldenReply,
    close: async () => {
      child.stdin.end();
      await ended;
    },
  };
}
