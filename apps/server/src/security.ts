import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

/** Half a year, in seconds, in which a browser that came over https comes back over https only. */
const HTTPS_ONLY_S = 15_552_000;

/**
 * Headers that keep the page to itself: its own scripts and styles from its own origin, no inline code, no frames. Blob
 * workers and data images are what PixiJS decodes images with; `connect-src 'self'` covers sockets to the same host.
 */
const pageHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    mediaSrc: ["'self'"],
    connectSrc: ["'self'"],
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
export const security: MiddlewareHandler = async (call, next) => {
  await pageHeaders(call, next);
  // Each of several proxies adds its own to the list; the first is what the reader came by.
  const [forwarded] = (call.req.header('X-Forwarded-Proto') ?? new URL(call.req.url).protocol.slice(0, -1)).split(',');
  if (forwarded?.trim().toLowerCase() === 'https')
    call.res.headers.set('Strict-Transport-Security', `max-age=${HTTPS_ONLY_S}`);
};
