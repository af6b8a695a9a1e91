import { decodeServerFrame, type ServerFrame } from '@popfray/protocol/battle';
import { CLOSE, gameSocketOut, type GameSocketOut, type GameSocketSaid } from '@popfray/protocol/socket';
import { ReconnectingSocket } from '../reconnecting-socket.ts';
import { BattleRoute } from './battle-route.ts';

/**
 * First wait before connecting again, ms, the longest one, and how much longer each is than the one before. A battle that lost its server is continued by
 * another process within two seconds, and players have one second to send a click.
 */
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5_000;
const BACKOFF = 1.5;

/** Waits are longer by up to this share, and by up to this time at least, so that clients do not all reconnect to a restarted server at once. */
const SPREAD = 0.2;
const LEAST_SPREAD_MS = 100;

/**
 * After this long without a message the connection counts as lost, ms: the server answers the clock at least every 2 s. During a round the same holds for
 * the battle itself, of which a second is revealed every second: the node that this page is connected to may have lost the node that plays the battle.
 */
const SILENT_MS = 7_000;

/** How long the node at an address that the server has named may take to answer, ms. */
const DIRECT_TIMEOUT_MS = 2_000;

/** After more than this between two checks the page was asleep, ms: messages may be waiting that it has not read yet. */
const ASLEEP_MS = 1_500;

/** Close codes after which the connection is not opened again. */
const FINAL: ReadonlySet<number> = new Set([CLOSE.replaced, CLOSE.origin]);

/** Close codes for misbehaviour. The next attempt waits for the longest time. */
const PENALISED: ReadonlySet<number> = new Set([CLOSE.malformed, CLOSE.flood]);

/** State of a connection. `lost`: it will reconnect. `ended`: it will not. */
export type ConnectionStatus = 'connecting' | 'open' | 'lost' | 'ended';

/** Names of the socket's states. */
const STATUSES = { open: 'open', waiting: 'lost', closed: 'ended' } as const;

/** Options of a connection. */
export interface BattleConnectionOptions {
  readonly url: string;
  /** Called with each valid message or frame. Invalid ones are ignored. */
  readonly onMessage: (message: GameSocketOut) => void;
  readonly onFrame: (frame: ServerFrame) => void;
  /** Called at each change, with the close code where a socket was closed. */
  readonly onStatus: (status: ConnectionStatus, code: number) => void;
  /** Called when the battle has to be entered; `isDirect`: with `direct`. */
  readonly onEnter: (isDirect: boolean) => void;
}

/** Messages by which the battle answers a player who has entered. */
const ANSWERS: ReadonlySet<GameSocketOut['type']> = new Set(['battle_terms', 'battle_state', 'battle_over']);

/** Messages after which a player is not in the battle. */
const REFUSALS: ReadonlySet<GameSocketOut['type']> = new Set(['battle_refused', 'error']);

/** A socket to the game server, or to the node of it that plays the battle. It reconnects when it is lost. */
export interface BattleConnection {
  readonly isOpen: boolean;
  /** Sends a message. Does nothing while the connection is not open. */
  send(message: GameSocketSaid | Uint8Array<ArrayBuffer>): void;
  /**
   * Reconnects when the server has been silent for too long, or, where something `isExpected` of the battle, when only the clock was answered. Call it at
   * least every second.
   */
  check(isExpected: boolean): void;
  close(): void;
}

/** Opens a connection. */
export function connectToBattle({
  url,
  onMessage,
  onFrame,
  onStatus,
  onEnter,
}: BattleConnectionOptions): BattleConnection {
  const route = new BattleRoute(url);
  let directTimeout: ReturnType<typeof setTimeout> | undefined;
  /** Whether the next attempt is at once, because a named address has failed: the server itself is not lost. */
  let isReturning = false;
  let lastMessageMs = performance.now();
  /** When the battle was last heard of. */
  let lastBattleMs = lastMessageMs;
  let checkedMs = lastMessageMs;

  const socket = new ReconnectingSocket({
    url: () => route.url,
    retryMs(failures, code) {
      isReturning = route.isUncertain;
      returnHome();
      if (isReturning) return 0;
      if (FINAL.has(code)) return null;
      const waitMs = PENALISED.has(code)
        ? LONGEST_WAIT_MS
        : Math.min(FIRST_WAIT_MS * BACKOFF ** failures, LONGEST_WAIT_MS);
      return waitMs + Math.random() * Math.max(waitMs * SPREAD, LEAST_SPREAD_MS);
    },
    onMessage(data) {
      lastMessageMs = performance.now();
      dispatch(data);
    },
    onStatus(status, code) {
      if (status === 'connecting' || status === 'open') lastMessageMs = lastBattleMs = performance.now();
      if (status !== 'connecting' && !(status === 'waiting' && isReturning)) onStatus(STATUSES[status], code);
      if (status === 'open') onEnter(route.isDirectWanted);
    },
  });

  function returnHome(): void {
    clearTimeout(directTimeout);
    route.returnHome();
  }

  /** Gives up an address that the server has named, and connects to the first one. */
  function giveUpDirect(): void {
    returnHome();
    socket.reconnect();
  }

  function redirect(to: string): void {
    const redirection = route.redirect(to);
    if (redirection === 'relay') onEnter(false);
    else if (redirection === 'return') giveUpDirect();
    else {
      directTimeout = setTimeout(giveUpDirect, DIRECT_TIMEOUT_MS);
      socket.reconnect();
    }
  }

  function handleMessage(message: GameSocketOut): void {
    if (message.type === 'battle_elsewhere') redirect(message.url);
    else if (route.isUncertain && REFUSALS.has(message.type)) giveUpDirect();
    else {
      // A server that has no battle for the player yet closes the connection after other messages.
      if (message.type === 'battle_terms') socket.confirm();
      if (ANSWERS.has(message.type)) {
        lastBattleMs = performance.now();
        clearTimeout(directTimeout);
        route.confirm();
      }
      onMessage(message);
    }
  }

  function dispatch(data: unknown): void {
    if (data instanceof ArrayBuffer) {
      const frame = decodeServerFrame(new Uint8Array(data));
      if (frame === null) return;
      if (frame.type !== 'time') lastBattleMs = performance.now();
      onFrame(frame);
    } else if (typeof data === 'string') {
      const message = gameSocketOut.safeParse(readJson(data));
      if (message.success) handleMessage(message.data);
    }
  }

  return {
    get isOpen() {
      return socket.status === 'open';
    },
    send(message) {
      socket.send(message instanceof Uint8Array ? message : JSON.stringify(message));
    },
    check(isExpected) {
      const nowMs = performance.now();
      // Messages that arrived during the sleep are handled after this.
      const wasAsleep = nowMs - checkedMs > ASLEEP_MS;
      if (wasAsleep) lastMessageMs = nowMs;
      if (wasAsleep || !isExpected) lastBattleMs = nowMs;
      checkedMs = nowMs;
      const isConnected = socket.status === 'connecting' || socket.status === 'open';
      if (isConnected && nowMs - Math.min(lastMessageMs, lastBattleMs) >= SILENT_MS) socket.drop(CLOSE.silent);
    },
    close() {
      clearTimeout(directTimeout);
      socket.close();
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
