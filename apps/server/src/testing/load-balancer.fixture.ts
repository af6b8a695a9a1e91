import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';

/** A TCP load balancer: each connection goes to the next target that accepts it, and none is bound to a target. */
export interface LoadBalancer {
  readonly port: number;
  stop(): Promise<void>;
}

/** How often every target is checked, and how long it may take to answer, ms. */
const CHECK_EVERY_MS = 500;
const CHECK_TIMEOUT_MS = 1_000;

/** Loopback addresses from which connections are opened on Linux, so that each client has a separate network, as the server's limits expect. */
const ADDRESSES = 60_000;

/** Starts a load balancer on a free port. A target that refuses connections, or does not answer /healthz, receives none. */
export async function startLoadBalancer(targets: readonly number[]): Promise<LoadBalancer> {
  const open = new Set<Socket>();
  const silent = new Set<number>();
  let next = 0;
  let count = 0;

  const server = createServer({ pauseOnConnect: true }, (client) => {
    track(client);
    const first = next++;
    void connectToFirst(first, count++).then((target) => {
      if (target === null) return client.destroy();
      track(target);
      for (const [from, to] of [
        [client, target],
        [target, client],
      ] as const) {
        from.pipe(to);
        from.on('close', () => to.destroy());
      }
      if (client.destroyed) return target.destroy();
      return client.resume();
    });
  });

  function track(socket: Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => socket.destroy());
  }

  /** The connection to the first target that accepts it, from a number on; null when there is none. */
  async function connectToFirst(first: number, number: number): Promise<Socket | null> {
    for (let tried = 0; tried < targets.length; tried++) {
      const port = targets[(first + tried) % targets.length] ?? 0;
      const socket = silent.has(port) ? null : await tryToConnect(port, number % ADDRESSES);
      if (socket !== null) return socket;
    }
    return null;
  }

  const checks = setInterval(() => {
    for (const port of targets)
      void fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).then(
        () => silent.delete(port),
        () => silent.add(port),
      );
  }, CHECK_EVERY_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The load balancer has no port.');
  return {
    port: address.port,
    async stop() {
      clearInterval(checks);
      for (const socket of open) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens a connection to a port of this machine; null when it is refused. */
async function tryToConnect(port: number, number: number): Promise<Socket | null> {
  const PER_BYTE = 250;
  const localAddress = `127.1.${Math.floor(number / PER_BYTE) % PER_BYTE}.${1 + (number % PER_BYTE)}`;
  const socket = connect({ port, host: '127.0.0.1', ...(process.platform === 'linux' && { localAddress }) });
  try {
    await once(socket, 'connect');
    return socket;
  } catch {
    return null;
  }
}
