/** How often a call can be made: so many at once, and so many a minute in the long run. */
export interface RateLimit {
  readonly burst: number;
  readonly perMinute: number;
}

/**
 * The limits of the calls that cost the house something. Each counts a player, or a signed-out caller; a network address gets
 * `NETWORK_SHARE` times as much, because a household or an office shares one.
 */
export const LIMITS = {
  /** A challenge and its answer are a call each: ten sign-ins, enough for switching between accounts. */
  signIn: { burst: 20, perMinute: 20 },
  /** Each waits for the disk. */
  rename: { burst: 10, perMinute: 10 },
  /** The profile makes one call for each time span that the player chooses. */
  series: { burst: 20, perMinute: 20 },
  /** Each reads all that there is about a player. */
  export: { burst: 3, perMinute: 1 },
  /** A challenge and its answer are a call each. */
  deletion: { burst: 6, perMinute: 4 },
  /** A round takes a minute; the rest is for rounds that were restarted. */
  soloRound: { burst: 6, perMinute: 4 },
  /** A round takes a minute; the rest is for rounds that were kept while the server was away. */
  practice: { burst: 6, perMinute: 2 },
  /** A round takes a minute; guests of one network, who are counted together, may be a class. */
  daily: { burst: 20, perMinute: 20 },
  /** Each plays a round again and stores it. */
  share: { burst: 10, perMinute: 4 },
  /** A page that watches a battle asks every two seconds. */
  watch: { burst: 60, perMinute: 300 },
  emote: { burst: 4, perMinute: 20 },
  payment: { burst: 10, perMinute: 10 },
  /** Each waits for the disk. */
  protection: { burst: 20, perMinute: 20 },
  /** Each reads all of a player's ledger lines. */
  statement: { burst: 6, perMinute: 6 },
  /** Each makes the server ask the chain's node. */
  recovery: { burst: 5, perMinute: 5 },
  /** Each makes the server ask the chain's node whether it knows the wallet. */
  terms: { burst: 10, perMinute: 20 },
  withdrawal: { burst: 5, perMinute: 5 },
  /** A session made: with a fee each makes the server ask the chain's node. */
  session: { burst: 6, perMinute: 6 },
  /** Joining, leaving, ready, start, bots. */
  seat: { burst: 20, perMinute: 40 },
  /** An action that is only relayed to the other players of a game, on the game socket. */
  action: { burst: 10, perMinute: 60 },
  /** The flood limit of chat itself is tighter, and says so in its own words. */
  chat: { burst: 20, perMinute: 60 },
  report: { burst: 5, perMinute: 5 },
  /** Messages by their id: a page translates a history at once. */
  translate: { burst: 120, perMinute: 120 },
  /** Texts that are no message, of a signed-in player, within the limit above: each may reach the translation server. */
  translateText: { burst: 20, perMinute: 20 },
  /** The operator's desk asks for its five tabs at once, and again every 30 s. */
  desk: { burst: 60, perMinute: 120 },
} as const satisfies Readonly<Record<string, RateLimit>>;

/** Name of a limit. Calls that name the same one are counted together. */
export type LimitName = keyof typeof LIMITS;

/** How many times a limit a network address gets. */
export const NETWORK_SHARE = 5;

/**
 * The networks that a client is counted for, the smallest first, and how many times the allowance of an IPv4 address each gets. An IPv6 client
 * chooses among the addresses of its /64, and a provider gives a household a /64 to a /56, and a site up to a /48 (RFC 6177).
 */
export const NETWORK_SIZES = [
  { bits: 64, allowance: 1 },
  { bits: 56, allowance: 2 },
  { bits: 48, allowance: 8 },
] as const;

/**
 * How often a network may read, files and screens included: a hundred players of one school who open the game at once, and then ask for one
 * thing a second each.
 */
export const READS: RateLimit = { burst: 9_000, perMinute: 6_000 };
