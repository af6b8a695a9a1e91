import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { DEV_CHAIN_PORT } from './dev-chain-id.ts';
import { createDevChain, type ChainControls, type DevChainError, type DevChainOptions } from './dev-chain.ts';

/** A dev chain and where it is to listen. */
export interface DevChainServerOptions extends DevChainOptions {
  /** TCP port, 0 to 65,535; 0 takes any free one. Default 8788. */
  readonly port?: number;
  /** `127.0.0.1`, `::1` or `localhost`, which is the first of them. Default `127.0.0.1`. */
  readonly host?: string;
}

/** A dev chain that listens. */
export interface DevChainServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly chain: ChainControls;
  /** Closes every connection, the port and the file. May be called again. */
  stop(): Promise<void>;
}

/** Why no dev chain listens. */
export interface DevChainServerError {
  readonly code: DevChainError['code'] | 'ERR_DEV_CHAIN_HOST' | 'ERR_PORT_TAKEN' | 'ERR_PORT_FORBIDDEN';
  /** What is wrong and what to do, for a person. */
  readonly message: string;
}

/** Host names it may listen on, with their addresses. Only loopback: the network must not reach play money by mistake. */
const LOOPBACK: ReadonlyMap<string, string> = new Map([
  ['127.0.0.1', '127.0.0.1'],
  ['localhost', '127.0.0.1'],
  ['::1', '::1'],
]);

/** Starts a dev chain on a port of this machine. */
export async function startDevChain(options: DevChainServerOptions): Promise<DevChainServer | DevChainServerError> {
  const { port = DEV_CHAIN_PORT, host = '127.0.0.1' } = options;
  const address = LOOPBACK.get(host);
  if (address === undefined) {
    const message = `The dev chain listens on this machine only: 127.0.0.1, ::1 or localhost, not ${host}.`;
    return { code: 'ERR_DEV_CHAIN_HOST', message };
  }
  const devChain = createDevChain(options);
  if ('code' in devChain) return devChain;
  const answer = getRequestListener(devChain.app.fetch);
  const server = createServer((request, response) => void answer(request, response));
  try {
    server.listen(port, address);
    await once(server, 'listening');
  } catch (error) {
    devChain.close();
    return explain(error, port);
  }
  const taken = (server.address() as AddressInfo).port;
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
    devChain.close();
  };
  return {
    url: `http://${address.includes(':') ? `[${address}]` : address}:${taken}`,
    chain: devChain.chain,
    stop: () => (stopped ??= stop()),
  };
}

function explain(error: unknown, port: number): DevChainServerError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') {
    const message = `Port ${port} is taken by another program. Stop that one, or choose another port.`;
    return { code: 'ERR_PORT_TAKEN', message };
  }
  if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT') {
    return { code: 'ERR_DEV_CHAIN_HOST', message: 'This machine has no such address. Choose 127.0.0.1.' };
  }
  if (code === 'EACCES') {
    return { code: 'ERR_PORT_FORBIDDEN', message: `This user may not listen on port ${port}. Choose one above 1023.` };
  }
  throw error;
}
