import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** A program of this workspace as a child process, with requests and answers over its IPC channel. */
export class Program<Question = unknown> {
  readonly #child: ChildProcess;

  /** `flags`: options of Node.js. */
  constructor(path: string, env: NodeJS.ProcessEnv = process.env, flags: readonly string[] = []) {
    this.#child = fork(path, { env, execArgv: ['--expose-gc', ...flags], stdio: ['ignore', 2, 2, 'ipc'] });
  }

  /** Runs it on one core, so that programs that are measured do not take time from each other. Does nothing without `taskset`. */
  pinTo(core: number): void {
    spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', String(core), String(this.#child.pid)]);
  }

  /** Says something, and resolves with the next thing that the program says. Rejects when it ends instead. */
  async ask<Answer>(question: Question): Promise<Answer> {
    const answer = this.next<Answer>();
    this.#child.send(question as object);
    return answer;
  }

  /** The next thing that the program says. Rejects when it ends instead. */
  async next<Answer>(): Promise<Answer> {
    const quiet = new AbortController();
    const { signal } = quiet;
    const ended = once(this.#child, 'exit', { signal }).then(([code]) => {
      throw new Error(`${this.#child.spawnargs.at(-1)} ended: ${code}`);
    });
    ended.catch(() => undefined);
    const said = once(this.#child, 'message', { signal }) as Promise<[Answer]>;
    said.catch(() => undefined);
    try {
      const [answer] = await Promise.race([said, ended as Promise<[Answer]>]);
      return answer;
    } finally {
      quiet.abort();
    }
  }

  /** Ends it, and waits for that. */
  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.kill('SIGKILL');
    await once(this.#child, 'exit');
  }
}
