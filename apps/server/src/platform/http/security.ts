import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { Settings } from '../config/index.ts';

/** Half a year, in seconds, in which a browser that came over https comes back over https only. */
const HTTPS_ONLY_S = 15_552_000;

/**
 * Public nodes by network, as TronLink has them. Its tronWeb is put into the page and asks them from there, for a balance or the
 * head, so the page's policy holds for it.
 */
const WALLET_NODES: Readonly<Record<Settings['network']['id'], readonly string[]>> = {
  dev: [],
  nile: ['https://nile.trongrid.io', 'https://api.nileex.io'],
  shasta: ['https://api.shasta.trongrid.io'],
  mainnet: ['https://api.trongrid.io'],
};

/** On the dev network, platforms of this machine host battles too. */
const DEV_HOSTS = ['http://localhost:*', 'http://127.0.0.1:*'];

/** An origin, and its sockets. */
const withSockets = (origin: string): readonly string[] => [origin, origin.replace(/^http/, 'ws')];

/**
 * Headers that keep the page to itself: its own scripts and styles from its own origin, no inline code, no frames. Blob
 * workers and data images are what PixiJS decodes images with; `connect-src 'self'` covers sockets to the same host. Besides it,
 * the page talks to the network's nodes, to a cross-chain server on a host of its own, and to the servers of partners that host battles.
 */
const pageHeaders = ({ network, crossChainUrl, partnerOrigins }: Settings): MiddlewareHandler =>
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
    // Said only to those who came over https: below.
    strictTransportSecurity: false,
  });

/** Sets the security headers of every answer. */
export function createSecurity(settings: Settings): MiddlewareHandler {
  const setHeaders = pageHeaders(settings);
  return async (call, next) => {
    await setHeaders(call, next);
    // Each of several proxies adds its own to the list; the first is what the reader came by.
    const [forwarded] = (call.req.header('X-Forwarded-Proto') ?? new URL(call.req.url).protocol.slice(0, -1)).split(
      ',',
    );
    if (forwarded?.trim().toLowerCase() === 'https')
      call.res.headers.set('Strict-Transport-Security', `max-age=${HTTPS_ONLY_S}`);
  };
}
