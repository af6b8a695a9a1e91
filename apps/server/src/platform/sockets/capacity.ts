import { NETWORK_SIZES } from '@popfray/protocol';
import { networksAround } from '../http/index.ts';

/** How many sockets may be open. */
export interface CapacityLimits {
  /** Of all clients together. */
  readonly total: number;
  /** Of visitors from one IPv4 address or /64; wider networks have their own: `NETWORK_SIZES`. */
  readonly ofNetwork: number;
  /** Of one signed-in player. */
  readonly ofPlayer: number;
}

/** Who opens a socket. */
export interface SocketClient {
  readonly network: string;
  /** The signed-in player's address; null for a visitor; undefined for a known client that is no player. */
  readonly player: string | null | undefined;
}

/** The part of all sockets that is reserved for signed-in players and known clients, and the most that it is. Visitors can take the others. */
const RESERVED_SHARE = 0.25;
const MOST_RESERVED = 2_500;

/** How many more sockets a network can have for its signed-in players than for its visitors. */
const PLAYERS_FACTOR = 1.25;

/** Counts open sockets: all of them, those of each network with the wider networks around it, and those of each player. */
export class SocketCapacity {
  readonly #limits: CapacityLimits;
  readonly #counts = new Map<string, number>();

  constructor(limits: CapacityLimits) {
    this.#limits = limits;
  }

  /** Whether one more socket can be open. A visitor's must also leave room for players. */
  hasRoom(client: SocketClient): boolean {
    return countersOf(client, this.#limits).every(({ key, most }) => this.#count(key) < most);
  }

  /** Whether any client of a network could open one more socket. This is checked before the client is identified. */
  mayHaveRoom(network: string): boolean {
    return this.hasRoom({ network, player: undefined });
  }

  /** Counts an open socket. Call the returned function when it is closed. */
  add(client: SocketClient): () => void {
    const keys = countersOf(client, this.#limits).map(({ key }) => key);
    for (const key of keys) this.#counts.set(key, this.#count(key) + 1);
    return () => {
      for (const key of keys) {
        const left = this.#count(key) - 1;
        if (left > 0) this.#counts.set(key, left);
        else this.#counts.delete(key);
      }
    };
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}

/** The counters of a client's socket, with the limit of each. */
function countersOf({ network, player }: SocketClient, limits: CapacityLimits) {
  const { total, ofNetwork, ofPlayer } = limits;
  const networks = networksAround(network).map((key, size) => {
    const { allowance } = NETWORK_SIZES[size] ?? NETWORK_SIZES[0];
    return { key, most: ofNetwork * allowance };
  });
  return [
    { key: 'all', most: total },
    ...networks.map(({ key, most }) => ({ key: `all ${key}`, most: most * PLAYERS_FACTOR })),
    ...(player === null ? [{ key: 'visitors', most: total - Math.min(total * RESERVED_SHARE, MOST_RESERVED) }] : []),
    ...(player === null ? networks.map(({ key, most }) => ({ key: `visitors ${key}`, most })) : []),
    ...(typeof player === 'string' ? [{ key: `player ${player}`, most: ofPlayer }] : []),
  ];
}
