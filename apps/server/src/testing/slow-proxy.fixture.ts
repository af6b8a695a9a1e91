import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A TCP proxy that passes everything on later, as a server does that is slow or far away. */
export interface SlowProxy {
  /** The target's URL with the address of the proxy. */
  readonly url: string;
  /** How much later the data of either direction arrives, ms. */
  delayMs: number;
  stop(): Promise<void>;
}

/** Starts a proxy for the server at a URL of this machine. */
export async function startSlowProxy(targetUrl: string, delayMs: number): Promise<SlowProxy> {
  const { hostname, port } = new URL(targetUrl);
  const open = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    passOn(client, upstream);
    passOn(upstream, client);
  });

  /** Passes on what one socket receives, in order, and its end. */
  function passOn(from: Socket, to: Socket): void {
    open.add(from);
    let passed: Promise<unknown> = Promise.resolve();
    from.on('data', (data) => {
      const arrivesAtMs = performance.now() + proxy.delayMs;
      passed = passed
        .then(async () => delay(Math.max(0, arrivesAtMs - performance.now())))
        .then(() => to.writable && to.write(data));
    });
    from.on('error', () => from.destroy());
    from.on('close', () => {
      open.delete(from);
      to.destroy();
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  const url = new URL(targetUrl);
  url.port = String(address.port);
  const proxy: SlowProxy = {
    url: url.href,
    delayMs,
    async stop() {
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
