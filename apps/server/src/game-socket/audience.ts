import type { ChatLanguage } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Connection } from '../platform/sockets/index.ts';

/** Sets of connections by a name: of the session that they watch, or of the player who owns them. */
class ConnectionGroups {
  readonly #byName = new Map<string, Set<Connection>>();

  /** The connections of a name. */
  of(name: string): ReadonlySet<Connection> {
    return this.#byName.get(name) ?? EMPTY;
  }

  /** The names that have connections. */
  names(): readonly string[] {
    return [...this.#byName.keys()];
  }

  /** Adds a connection under a name, until the returned function is called. */
  add(name: string, connection: Connection): () => void {
    const group = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, group.add(connection));
    return () => {
      group.delete(connection);
      if (group.size === 0 && this.#byName.get(name) === group) this.#byName.delete(name);
    };
  }
}

const EMPTY: ReadonlySet<Connection> = new Set();

/** The connections of the game socket, by what they receive. */
export interface Audience {
  /** All connections that have sent `init`, and the number of visitors that each was told last. */
  readonly everybody: Map<Connection, number>;
  /** Those that watch a session, by its id. */
  readonly watchers: ConnectionGroups;
  /** A player's connections, by the address. */
  readonly players: ConnectionGroups;
  /** Connections to a battle with a seat's token, by `seatKey`. */
  readonly seats: ConnectionGroups;
  /** The language that the reader at a connection has chosen. */
  readonly languages: WeakMap<Connection, ChatLanguage>;
}

/** The name of a seat among the connections to battles. */
export const seatKey = (sessionId: string, userId: string): string => `${sessionId} ${userId}`;

/** Creates an audience without connections. */
export const createAudience = (): Audience => ({
  everybody: new Map(),
  watchers: new ConnectionGroups(),
  players: new ConnectionGroups(),
  seats: new ConnectionGroups(),
  languages: new WeakMap(),
});

/** Sends a message to many connections. It is serialized once, and only if there is a connection. */
export function sendToAll(connections: Iterable<Connection>, message: GameSocketOut): void {
  let text: string | undefined;
  for (const connection of connections) connection.send((text ??= JSON.stringify(message)));
}
