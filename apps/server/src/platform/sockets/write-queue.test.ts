import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WriteQueue } from './write-queue.ts';

function createQueue(isOpen = () => true) {
  const stream = new PassThrough();
  const writes: string[] = [];
  stream.on('data', (bytes: Buffer) => writes.push(bytes.toString()));
  return { queue: new WriteQueue(stream, isOpen), stream, writes };
}

it('joins what is added at once into one write for each stream, in its order', async () => {
  const [first, second] = [createQueue(), createQueue()];
  for (const text of ['a', 'b', 'c']) {
    first.queue.push(Buffer.from(text));
    second.queue.push(Buffer.from(text.toUpperCase()));
  }
  expect([first.queue.length, first.writes]).toEqual([3, []]);
  await setImmediate();
  first.queue.push(Buffer.from('later'));
  await setImmediate();
  expect([first.writes, second.writes]).toEqual([['abc', 'later'], ['ABC']]);
  expect(first.queue.length).toBe(0);
});

it('writes at once when it is flushed, and nothing twice', async () => {
  const { queue, writes } = createQueue();
  queue.push(Buffer.from('a'));
  queue.flush();
  queue.push(Buffer.from('b'));
  await setImmediate();
  expect(writes).toEqual(['a', 'b']);
});

it('writes nothing on a stream that has ended', async () => {
  const { queue, stream, writes } = createQueue();
  queue.push(Buffer.from('a'));
  stream.end();
  await setImmediate();
  expect(writes).toEqual([]);
});

it('writes nothing to a receiver that does not accept data any more', async () => {
  let isOpen = true;
  const { queue, writes } = createQueue(() => isOpen);
  queue.push(Buffer.from('a'));
  isOpen = false;
  await setImmediate();
  expect([writes, queue.length]).toEqual([[], 0]);
});
