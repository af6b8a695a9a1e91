import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

const MAIN = new URL('../start/main.ts', import.meta.url).pathname;

/** What a server prints when it is ready. */
const READY = /ready at (http:\S+)/;

/** Clock ticks of a second in /proc. */
const TICKS_PER_S = 100;

/** The product's server as a process that a test may end at any time and start again with the same environment. */
export class NodeProgram {
  readonly port: number;
  readonly #env: NodeJS.ProcessEnv;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;
  /** What its last processes have printed, the newest last. */
  #output = '';

  /** `env` contains PORT. */
  constructor(env: Readonly<Record<string, string>>, args: readonly string[] = ['--no-web']) {
    this.port = Number(env['PORT']);
    const { NODE_ENV: _, ...inherited } = process.env;
    this.#env = { ...inherited, ...env };
    this.#args = args;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get output(): string {
    return this.#output;
  }

  get isRunning(): boolean {
    return this.#child !== null && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Starts it, and waits until it is ready. Throws its output when it ends instead. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [MAIN, ...this.#args], { env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let output = '';
    const ready = new Promise<void>((resolve) => {
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (chunk: Buffer) => {
          if (output.length < MAX_OUTPUT) output += chunk.toString();
          this.#output = output;
          if (READY.test(output)) resolve();
        });
    });
    const ended = once(child, 'exit').then(() => 'ended');
    if ((await Promise.race([ready, ended])) === 'ended') throw new Error(`The node has ended: ${output}`);
  }

  /** Ends it by a signal, and waits for that. Does nothing when it has ended. Resolves with the exit code; null when a signal has ended it. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (child === null || !this.isRunning) return child?.exitCode ?? null;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    return child.exitCode;
  }

  /** Stops the process without ending it, or continues it. */
  pause(): void {
    this.#child?.kill('SIGSTOP');
  }

  resume(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Processor time of the running process so far, ms. Linux only. */
  get cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#child?.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const [user, system] = fields.slice(11, 13).map(Number);
    return (((user ?? 0) + (system ?? 0)) * 1_000) / TICKS_PER_S;
  }
}

/** Characters of the output that are kept of a process. */
const MAX_OUTPUT = 1_000_000;
