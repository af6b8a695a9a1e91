import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { GoldenReply } from './program.ts';
import type { Session } from './session.ts';

/** Opens a process that runs `process-host.ts`, by the program at `path`; `inside` is the host's second argument. */
export async function openProcess(path: string, script: string, inside?: string): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'popfray-golden-'));
  const file = join(folder, 'golden.js');
  writeFileSync(file, script);
  const host = join(import.meta.dirname, 'process-host.ts');
  const child = spawn(path, [host, file, ...(inside === undefined ? [] : [inside])], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Without a test runner's own settings for the processes that it starts.
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const ended = once(child, 'close');
  ended.catch(() => {});
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async (): Promise<string> => {
    const line = await Promise.race([lines.next(), ended.then(() => ({ done: true }) as const)]);
    if (line.done === true) throw new Error(`${path} ended without an answer`);
    return line.value;
  };
  const close = async (): Promise<void> => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true });
  };
  try {
    const version = await read();
    return {
      version,
      call: async (request) => {
        child.stdin.write(`${JSON.stringify(request)}\n`);
        return JSON.parse(await read()) as GoldenReply;
      },
      close,
    };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
