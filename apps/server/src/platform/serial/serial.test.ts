import { expect, it } from 'vitest';
import { Serial } from './serial.ts';

/** A promise and what resolves it. */
function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}

it('runs a function at once when none is under way', () => {
  const done: string[] = [];
  const serial = new Serial(() => undefined);
  serial.run(() => done.push('first'));
  serial.run(() => done.push('second'));
  expect(done).toEqual(['first', 'second']);
});

it('keeps the order when a function has to wait', async () => {
  const done: string[] = [];
  const serial = new Serial(() => undefined);
  const gate = createGate();
  serial.run(async () => {
    await gate.opened;
    done.push('slow');
  });
  serial.run(() => done.push('quick'));
  serial.run(async () => done.push('last'));
  expect(done).toEqual([]);
  gate.open();
  await serial.settled();
  expect(done).toEqual(['slow', 'quick', 'last']);
});

it('reports what a function throws or rejects with, and runs the next one', async () => {
  const faults: unknown[] = [];
  const done: string[] = [];
  const serial = new Serial((error) => faults.push((error as Error).message));
  serial.run(() => {
    throw new Error('thrown');
  });
  serial.run(async () => {
    await Promise.resolve();
    throw new Error('rejected');
  });
  serial.run(() => done.push('after'));
  await serial.settled();
  expect([faults, done]).toEqual([['thrown', 'rejected'], ['after']]);
});
