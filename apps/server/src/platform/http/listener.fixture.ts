/** Run as a program with a channel to its parent: a listener on a free port, which it sends. */
import { listen } from './listener.ts';

const listener = await listen(() => new Response('done'), { host: '127.0.0.1', port: 0 });
if ('code' in listener) throw new Error(listener.message);
process.send?.(Number(new URL(listener.url).port));
