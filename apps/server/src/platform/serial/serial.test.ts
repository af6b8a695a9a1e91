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

it('runs a function that another one gives to it after that one', async () => {
  const done: string[] = [];
  const serial = new Serial(() => undefined);
  serial.run(() => {
    serial.run(async () => {
      done.push('nested begins');
      await Promise.resolve();
      done.push('nested ends');
    });
    serial.run(() => done.push('nested twice'));
    done.push('outer');
  });
  serial.run(() => done.push('next'));
  await serial.settled();
  expect(done).toEqual(['outer', 'nested begins', 'nested ends', 'nested twice', 'next']);
});

it.each(['before its first await', 'after an await'])(
  'keeps the order when a slow function gives others to it %s',
  async (when) => {
    const done: string[] = [];
    const serial = new Serial(() => undefined);
    const gate = createGate();
    const giveNested = (): void =>
      serial.run(async () => {
        done.push('nested begins');
        await Promise.resolve();
        done.push('nested ends');
      });
    serial.run(async () => {
      if (when === 'before its first await') giveNested();
      await Promise.resolve();
      if (when === 'after an await') giveNested();
      await gate.opened;
      done.push('outer ends');
    });
    await Promise.resolve();
    await Promise.resolve();
    serial.run(() => done.push('next'));
    gate.open();
    await serial.settled();
    expect(done).toEqual(['outer ends', 'nested begins', 'nested ends', 'next']);
  },
);
