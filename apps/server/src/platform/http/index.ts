/** HTTP: listening, reading requests, limits, origins, cookies, and answering calls. */
export { answer, answerText, type Asked, type Gate, routeOf } from './answer.ts';
export { readBody } from './body.ts';
export { networkOf } from './client.ts';
export { cookieName, readToken, sendToken } from './cookie.ts';
export { makeLine } from './csv.ts';
export { fail } from './failure.ts';
export { sendJson } from './json.ts';
export { createLimiter, createNetworkLimiter, type Limiter } from './limiter.ts';
export { listen, type ListenError } from './listener.ts';
export { NetworkLimiter, networksAround } from './network.ts';
export { isOwnHost, isOwnPage, isPartner, isPartnerOrigin, originOfPage } from './origin.ts';
export { RateLimiter } from './rate-limiter.ts';
export { limitReads } from './read-limit.ts';
export { READING } from './reading.ts';
export { isPathTooLong, readPath, refuseLongPaths } from './request-path.ts';
export { createSecurity } from './security.ts';
