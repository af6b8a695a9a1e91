/** WebSocket server with limits, and the port that listeners of connections implement. */
export { Bucket } from './bucket.ts';
export type { Connection, ConnectionListener, MessageCodec, MessageOutcome } from './connection.ts';
export { createJsonCodec, parseMessage } from './json-codec.ts';
export { createSocketServer, type SocketRoute, type SocketServer, type SocketSettings } from './socket-server.ts';
