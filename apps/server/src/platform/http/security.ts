import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Settings } from '../config/index.ts';
import type { Leases } from '../lease/index.ts';

/** Half a year, in seconds: how long a browser that used https must use https again. */
const HTTPS_ONLY_S = 15_552_000;

/**
 * Public nodes by network, as TronLink uses them. TronLink's tronWeb runs in the page and sends its requests from there, so the page's policy
 * must allow them.
 */
const WALLET_NODES: Readonly<Record<Settings['network']['id'], readonly string[]>> = {
  dev: [],
  nile: ['https://nile.trongrid.io', 'https://api.nileex.io'],
  shasta: ['https://api.shasta.trongrid.io'],
  mainnet: ['https://api.trongrid.io'],
};

/** On the dev network, platforms of this machine host battles too. */
const DEV_HOSTS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** The sources of an origin, for requests and for sockets. */
const withSockets = (origin: string): readonly string[] => [origin, socketsOf(origin)];

const socketsOf = (origin: string): string => origin.replace(/^http/, 'ws');

/**
 * The page's policy: scripts and styles from its own origin, no inline code, no frames. PixiJS needs blob workers and data images to decode
 * images. `connect-src 'self'` includes sockets to the same host. Other allowed servers are the network's nodes, a separate cross-chain
 * server, the servers of partners that host battles, and for sockets the nodes of this server's cluster.
 */
const pageHeaders = (
  { network, crossChainUrl, partnerOrigins }: Settings,
  nodeUrls: readonly string[],
): MiddlewareHandler =>
  secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      mediaSrc: ["'self'"],
      connectSrc: [
        "'self'",
        ...WALLET_NODES[network.id],
        ...(network.devNodeUrl === null ? [] : [new URL(network.devNodeUrl).origin]),
        ...(crossChainUrl === null ? [] : withSockets(crossChainUrl)),
        ...partnerOrigins.flatMap(withSockets),
        ...nodeUrls.map(socketsOf),
        ...(network.id === 'dev' ? DEV_HOSTS.flatMap(withSockets) : []),
      ],
      workerSrc: ["'self'", 'blob:'],
      fontSrc: ["'self'"],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
    permissionsPolicy: {
      accelerometer: false,
      camera: false,
      geolocation: false,
      gyroscope: false,
      microphone: false,
      midi: false,
      payment: false,
      usb: false,
      fullscreen: ['self'],
    },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // Strict-Transport-Security is only sent over https: below.
    strictTransportSecurity: false,
  });

/** Sets the security headers of every answer. `nodes.nodeUrls`: where the page may open sockets at nodes of this server's cluster; a new list when it has changed. */
export function createSecurity(
  settings: Settings,
  nodes: Pick<Leases, 'nodeUrls'> = { nodeUrls: [] },
): MiddlewareHandler {
  let { nodeUrls } = nodes;
  let setHeaders = pageHeaders(settings, nodeUrls);
  return async (call, next) => {
    if (nodes.nodeUrls !== nodeUrls) {
      ({ nodeUrls } = nodes);
      setHeaders = pageHeaders(settings, nodeUrls);
    }
    await setHeaders(call, next);
    // Each proxy appends its protocol to the list; the first entry is the reader's.
    const [forwarded] = (call.req.header('X-Forwarded-Proto') ?? new URL(call.req.url).protocol.slice(0, -1)).split(
      ',',
    );
    if (forwarded?.trim().toLowerCase() === 'https')
      call.res.headers.set('Strict-Transport-Security', `max-age=${HTTPS_ONLY_S}`);
  };
}
