/**
 * Run as a program with a channel to its parent: a listener on a free port, which it sends. On the message `{ requests }` it becomes busy and
 * sends `busy`, and later how many turns of the event loop it has taken from the first request until it has received so many.
 */
import { listen } from './listener.ts';

/** What a turn of a busy server takes, ms. */
const TURN_MS = 5;

let requests = 0;

const listener = await listen(
  () => {
    requests++;
    return new Response('done');
  },
  { host: '127.0.0.1', port: 0 },
);
if ('code' in listener) throw new Error(listener.message);

process.once('message', (order: { readonly requests: number }) => {
  let turns = 0;
  const turn = (): void => {
    const untilMs = performance.now() + TURN_MS;
    while (performance.now() < untilMs);
    if (requests > 0) turns++;
    if (requests < order.requests) setImmediate(turn);
    else process.send?.(turns);
  };
  turn();
  process.send?.('busy');
});
process.send?.(Number(new URL(listener.url).port));
