import { setTimeout as delay } from 'node:timers/promises';
import { err, ok, type Result } from '@popfray/engine/result';
import type { BattleEntry } from '@popfray/protocol/battle';
import { BATTLE_LEASES, type BattleConnection, type BattleConnectionError, type Battles } from '../battles/index.ts';
import type { Context } from '../platform/context/index.ts';
import type { LeaseOwner } from '../platform/lease/index.ts';
import type { RedisLink } from '../platform/redis/index.ts';
import type { Connection } from '../platform/sockets/index.ts';
import { findSession, isSeatToken } from '../sessions/index.ts';
import type { RelayRecord } from './record.ts';
import { RelayChannel } from './relay-channel.ts';
import { type PlayerConnection, RelayedConnection } from './relayed-connection.ts';
import { RelayHost } from './relay-host.ts';
import { makeSeatProof } from './seat-proof.ts';

/** A node that is silent for this long may be gone, so its clients look for their battles again, ms. */
const SILENT_MS = 1_500;

/** The clients of a node that is silent for this long are disconnected, ms. */
const GONE_MS = 10_000;

/** Interval of the checks for silent nodes, ms. */
const CHECK_EVERY_MS = 250;

/** How often, and at which interval, a node looks for the owner of a battle whose countdown has just begun, ms. */
const OWNER_ATTEMPTS = 6;
const OWNER_ATTEMPT_EVERY_MS = 100;

/** Connects clients to battles at any node of a cluster. */
export interface BattleRelay {
  /** Connects a player to a battle at any node, as `Battles` does. */
  connect(
    sessionId: string,
    userId: string,
    token: string,
    client: Connection,
    entry?: BattleEntry,
  ): Promise<Result<PlayerConnection, BattleConnectionError>>;
  /** The address of the socket of the other node that has a battle; null when this node has it, or clients cannot reach that one directly. */
  findSocketUrl(sessionId: string): Promise<string | null>;
  /** Sends what is still to be sent, and ends the exchange with other nodes. */
  stop(): void;
}

/**
 * Creates a relay. A client whose battle is at this node is connected to it by `battles`. Otherwise its inputs are sent to the node that has the battle's lease, and what
 * that sends is passed on; `battles` connects clients of other nodes in the same way.
 */
export function createRelay(
  battles: Pick<Battles, 'connect'>,
  redis: RedisLink,
  context: Pick<Context, 'db' | 'house' | 'leases' | 'bus' | 'now' | 'log'>,
): BattleRelay {
  const { db, leases, bus, now, log } = context;
  const connections = new Map<number, RelayedConnection>();
  let links = 0;
  const host = new RelayHost(battles, (nodeId, record) => channel.send(nodeId, record), context);
  const channel = new RelayChannel(redis, now, { handleRecord, handleLoss });

  function handleRecord(nodeId: string, record: RelayRecord): void {
    if (record.type === 'send') for (const link of record.links) connections.get(link)?.deliver(nodeId, record.data);
    else if (isForHost(record)) host.handleRecord(nodeId, record);
    else connections.get(record.link)?.handleRecord(nodeId, record);
  }

  function handleLoss(nodeId: string): void {
    host.dropNode(nodeId);
    follow(nodeId);
  }

  /** Connects the clients of battles at a node again. */
  function follow(nodeId: string): void {
    for (const connection of connections.values()) if (connection.nodeId === nodeId) void connection.follow();
  }

  // A node that was killed says nothing. Its successor does, long before the silence is noticed.
  const unsubscribe = bus.subscribe((event) => {
    if (event.type !== 'battle-moved') return;
    for (const connection of connections.values())
      if (connection.sessionId === event.sessionId) connection.handleMove(event.nodeId);
  });

  /** The database did not answer. */
  function noteFault(error: unknown): void {
    log({ event: 'notice', about: 'database', message: error instanceof Error ? error.message : String(error) });
  }

  /** The id of the node that has a battle, as `RelayedConnectionOptions` has it. A battle without a node is taken, or has ended, here. */
  async function findOwner(sessionId: string): Promise<string> {
    try {
      const owner = await leases.ownerOf(BATTLE_LEASES + sessionId);
      return owner === null || owner.nodeId === leases.nodeId ? 'here' : owner.nodeId;
    } catch (error) {
      noteFault(error);
      return 'unknown';
    }
  }

  /** The node that has a battle. In the first moments of a countdown no node has it yet, and a client that entered then would be relayed for the whole round. */
  async function waitForOwner(sessionId: string): Promise<LeaseOwner | null> {
    for (let attempt = 1; ; attempt++) {
      const owner = await leases.ownerOf(BATTLE_LEASES + sessionId);
      if (owner !== null || attempt === OWNER_ATTEMPTS) return owner;
      if ((await findSession(db, sessionId))?.status !== 'starting') return null;
      await delay(OWNER_ATTEMPT_EVERY_MS);
    }
  }

  const interval = setInterval(() => {
    if (!redis.isUsable) return;
    const nodeIds = new Set(Array.from(connections.values(), ({ nodeId }) => nodeId));
    for (const nodeId of nodeIds) if (nodeId !== null && channel.silentMs(nodeId) > SILENT_MS) follow(nodeId);
    for (const nodeId of host.nodeIds) if (channel.silentMs(nodeId) > GONE_MS) host.dropNode(nodeId);
  }, CHECK_EVERY_MS).unref();

  return {
    async connect(sessionId, userId, token, client, entry) {
      const connectHere = async (): Promise<Result<BattleConnection, BattleConnectionError>> =>
        battles.connect(sessionId, userId, token, client, entry);
      if ((await findOwner(sessionId)) === 'here') {
        const connected = await connectHere();
        if (connected.ok || connected.error !== 'ERR_BATTLE_MOVED') return connected;
      }
      if (!isSeatToken(context, sessionId, userId, token)) return err('ERR_SEAT_UNKNOWN');
      const link = ++links;
      const connection = new RelayedConnection({
        link,
        client,
        seat: { sessionId, userId, entry },
        prove: (to, attempt) => makeSeatProof(context, { sessionId, userId, from: leases.nodeId, to, link, attempt }),
        findOwner: async () => findOwner(sessionId),
        connectHere,
        onFault: noteFault,
        send: (nodeId, record) => channel.send(nodeId, record),
        isUsable: () => redis.isUsable,
        onEnd: () => void connections.delete(link),
      });
      connections.set(link, connection);
      const attached = await connection.attach();
      if (attached.ok) return ok(connection);
      connection.disconnect();
      return attached;
    },
    async findSocketUrl(sessionId) {
      try {
        const owner = await waitForOwner(sessionId);
        return owner === null || owner.nodeId === leases.nodeId || owner.url === null ? null : socketUrlOf(owner.url);
      } catch (error) {
        noteFault(error);
        return null;
      }
    },
    stop() {
      clearInterval(interval);
      unsubscribe();
      // The battles of this node have been given up: the nodes of their clients look for them again.
      for (const nodeId of host.nodeIds) host.dropNode(nodeId);
      channel.stop();
    },
  };
}

/** The address of the game socket at an origin. */
const socketUrlOf = (origin: string): string => `${origin.replace(/^http/, 'ws')}/ws`;

type HostRecord = Extract<RelayRecord, { readonly type: 'connect' | 'inputs' | 'seed' | 'leave' | 'disconnect' }>;

/** Whether a record is from the node of a client to the node of its battle. */
const isForHost = (record: RelayRecord): record is HostRecord => FOR_HOST.has(record.type);

const FOR_HOST: ReadonlySet<string> = new Set([
  'connect',
  'inputs',
  'seed',
  'leave',
  'disconnect',
] satisfies HostRecord['type'][]);
