import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { LogEntry } from '../log/log.ts';
import { startWorker } from './worker.ts';

const quiet = (): void => undefined;

/** A promise and what resolves it. */
function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = quiet;
  const passed = new Promise<void>((resolve) => (open = resolve));
  return { passed, open };
}

describe('a worker', () => {
  it('takes its tasks in their order, again and again, never two at once', async () => {
    const turns: string[] = [];
    const third = gate();
    let atWork = 0;
    const task = (name: string) => ({
      name,
      async run() {
        expect(++atWork).toBe(1);
        await delay(1);
        atWork--;
        turns.push(name);
        if (turns.length === 6) third.open();
      },
    });
    const worker = startWorker([task('a'), task('b')], 0, quiet);
    await third.passed;
    await worker.stop();
    expect(turns.slice(0, 6)).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  });

  it('logs what a task throws, and continues', async () => {
    const log: LogEntry[] = [];
    const twice = gate();
    let turns = 0;
    const tasks = [
      { name: 'broken', run: () => Promise.reject(new Error('the disk is on fire')) },
      {
        name: 'whole',
        run: () => {
          if (++turns === 2) twice.open();
        },
      },
    ];
    const worker = startWorker(tasks, 0, (entry) => log.push(entry));
    await twice.passed;
    await worker.stop();
    expect(log[0]).toEqual({
      event: 'fault',
      method: 'TURN',
      path: 'broken',
      stack: expect.stringContaining('on fire'),
    });
  });

  it('told to stop, ends the task at work and begins no other', async () => {
    const [begun, held] = [gate(), gate()];
    const done: string[] = [];
    const tasks = [
      {
        name: 'a',
        async run() {
          begun.open();
          await held.passed;
          done.push('a');
        },
      },
      { name: 'b', run: () => void done.push('b') },
    ];
    const worker = startWorker(tasks, 0, quiet);
    await begun.passed;
    const stopped = worker.stop();
    expect(done).toEqual([]);
    held.open();
    await stopped;
    expect(done).toEqual(['a']);
  });

  it('told to stop between two turns, does not wait for the next', async () => {
    const begun = gate();
    const worker = startWorker([{ name: 'a', run: begun.open }], 3_600_000, quiet);
    await begun.passed;
    await delay(0);
    await worker.stop();
  });
});
