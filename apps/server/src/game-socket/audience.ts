import type { ChatLanguage } from '@popfray/protocol';
import type { GameSocketOut } from '@popfray/protocol/socket';
import type { Line } from '../battles/line.ts';

/** Lines by a name: of a session that they watch, of the player who is at the other end. */
class Lines {
  readonly #byName = new Map<string, Set<Line>>();

  /** The lines of a name. */
  of(name: string): ReadonlySet<Line> {
    return this.#byName.get(name) ?? NOBODY;
  }

  /** Adds a line under a name, until the returned function is called. */
  add(name: string, line: Line): () => void {
    const lines = this.#byName.get(name) ?? new Set();
    this.#byName.set(name, lines.add(line));
    return () => {
      lines.delete(line);
      if (lines.size === 0 && this.#byName.get(name) === lines) this.#byName.delete(name);
    };
  }
}

const NOBODY: ReadonlySet<Line> = new Set();

/** Whom the game socket tells what. */
export interface Audience {
  /** Everybody who has said `init`. */
  readonly everybody: Set<Line>;
  /** Those who watch a session, by its id. */
  readonly watchers: Lines;
  /** A player's sockets, by the address. */
  readonly players: Lines;
  /** Connections that have entered a battle with a seat's token, by `seatKey`. */
  readonly seats: Lines;
  /** The language that the reader at the other end of a line has chosen. */
  readonly languages: WeakMap<Line, ChatLanguage>;
}

/** The name of a seat among the connections that have entered battles. */
export const seatKey = (sessionId: string, userId: string): string => `${sessionId} ${userId}`;

/** Nobody hears yet. */
export const createAudience = (): Audience => ({
  everybody: new Set(),
  watchers: new Lines(),
  players: new Lines(),
  seats: new Lines(),
  languages: new WeakMap(),
});

/** Says something to many, made into text once. */
export function tellAll(lines: Iterable<Line>, message: GameSocketOut): void {
  let text: string | undefined;
  for (const line of lines) line.send((text ??= JSON.stringify(message)));
}
