// Apart from the messages' schemas: a page that only keeps a socket open needs no more.

/** Longest message that a client may send, bytes. */
export const MAX_SOCKET_BYTES = 4_096;
/** Between two attempts to connect again, ms; and between two requests for the list of games. SPEC section 9. */
export const RECONNECT_MS = 5_000;
export const GAMES_EVERY_MS = 10_000;
/** What the server tells when it closes a socket: WebSocket close codes of the range for applications. */
export const CLOSE = {
  /** Bytes that are no message, again and again. */
  malformed: 4400,
  /** Nothing was to be had under this origin. */
  origin: 4403,
  /** No pong in time. */
  silent: 4408,
  /** More than the socket takes, or the reader is too slow for what it is sent. */
  flood: 4429,
  slow: 4430,
  /** The same seat came in by another socket. */
  replaced: 4409,
  /** The server stops. Connect again at once: another process continues the battle. */
  stopping: 4503,
  /** Another process plays the battle. Connect again at once. */
  moved: 4504,
} as const;
