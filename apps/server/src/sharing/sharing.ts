import { setImmediate } from 'node:timers/promises';
import { CROSS_CHAIN_CALLS, type FailureCode, type Session } from '@popfray/protocol';
import type { Context } from '../platform/context/index.ts';
import { WORKER_LEASE } from '../platform/lease/index.ts';
import { findSession, publishSessionChange, showSession } from '../sessions/index.ts';

/** Between two handovers, ms: what changes meanwhile goes together. */
const EVERY_MS = 1_000;

/** Sessions that ended within this time are sent again to a cross-chain server that may have missed it, ms. */
const ENDED_MS = 60 * 60_000;

/** Refusals that may pass: everything waits for the worker's next turn. */
const PASSING: ReadonlySet<FailureCode> = new Set(['ERR_HOST_AWAY', 'ERR_PLATFORM', 'ERR_RATE']);

/** Keeps the cross-chain server's list of this platform's sessions true. */
export interface Sharing {
  /** Hands over what waits, until something is not taken. The worker calls it, so that a server that was away gets it all. */
  turn(): Promise<void>;
  /** Requests that every session is handed over that is open, or was shared and ended recently. */
  shareAll(): void;
  /** Hands over nothing more, and closes the link. */
  stop(): Promise<void>;
}

/** Subscribes to changes of sessions. `revise` returns the revision of the next registration. */
export function createSharing(context: Context, revise: () => number, everyMs = EVERY_MS): Sharing {
  const { db, bus, crossChain, log } = context;
  const waiting = new Set<string>();
  /** What the cross-chain server has of each open session. */
  const shared = new Map<string, string>();
  let working: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused: FailureCode | null = null;
  /** Whether all sessions have to be handed over again. */
  let isAllWanted = false;
  /** Whether something has asked for a handover since the last one began. */
  let isWanted = false;
  let isStopped = false;

  /** Hands a session over as it is now; false when it has to wait. */
  async function share(id: string): Promise<boolean> {
    // Taken before the session is read, so that an older state never gets the higher number.
    const revision = revise();
    const row = await findSession(db, id);
    if (row === undefined || row.scope === 'local' || row.status === 'draft') return true;
    // A session that was never registered there does not have to end there: an unpaid draft, or one that ended at once.
    if (row.ended_at !== null && row.is_shared === 0) return true;
    const session = { ...(await showSession(context, row)), isShared: true };
    const text = essenceOf(session);
    if (shared.get(id) === text) return true;
    const taken = await crossChain.call(CROSS_CHAIN_CALLS.registerSession, {
      body: { ...registrationOf(session), revision },
    });
    const why = taken.ok ? null : taken.error;
    if (why !== null && why !== refused && why !== 'ERR_HOST_AWAY')
      log({ event: 'notice', about: 'cross-chain', id, message: `the cross-chain server does not take it: ${why}` });
    refused = why;
    if (why !== null) return !PASSING.has(why);
    if (row.ended_at === null) shared.set(id, text);
    else shared.delete(id);
    if (row.is_shared === 0) {
      await db.updateTable('sessions').set({ is_shared: 1 }).where('id', '=', id).execute();
      publishSessionChange(context, id);
    }
    return true;
  }

  /** Adds all sessions that the cross-chain server may have missed. */
  async function addAll(): Promise<void> {
    const sinceMs = Math.floor(context.now()) - ENDED_MS;
    const query = db
      .selectFrom('sessions')
      .select('id')
      .where('scope', '=', 'cross-chain')
      .where('status', '!=', 'draft')
      .where((where) =>
        where.or([
          where('ended_at', 'is', null),
          where.and([where('ended_at', '>', sinceMs), where('is_shared', '=', 1)]),
        ]),
      );
    shared.clear();
    for (const { id } of await query.execute()) waiting.add(id);
  }

  /** Hands over the next session that waits; false when there is none, or it has to wait longer. */
  async function shareNext(): Promise<boolean> {
    if (isAllWanted) {
      isAllWanted = false;
      await addAll().catch((error: unknown) => {
        isAllWanted = true;
        throw error;
      });
    }
    const [id] = waiting;
    if (id === undefined) return false;
    // What changes from here on is one more handover.
    waiting.delete(id);
    let isDone = false;
    try {
      isDone = await share(id);
    } finally {
      if (!isDone) waiting.add(id);
    }
    return isDone;
  }

  async function work(): Promise<void> {
    isWanted = false;
    do {
      // Battles are played in this process: nothing waits for more than one handover.
      await setImmediate();
      if (isStopped) return;
    } while (await shareNext());
  }

  const turn = async (): Promise<void> => {
    working ??= work().finally(() => (working = null));
    await working;
  };

  /** Hands over in a moment; after the pause where that is about to happen, or has happened a moment ago. */
  function soon(): void {
    isWanted = true;
    if (!isStopped) timer ??= setTimeout(() => void handOver(), 0);
  }

  /** Whether no other node has the worker's tasks, of which sharing is one. */
  async function isResponsible(): Promise<boolean> {
    const owner = await context.leases.ownerOf(WORKER_LEASE);
    return owner === null || owner.nodeId === context.leases.nodeId;
  }

  async function handOver(): Promise<void> {
    try {
      if (await isResponsible()) await turn();
      else {
        // This node hands everything over when it takes the worker's tasks.
        isAllWanted = true;
        waiting.clear();
        isWanted = false;
      }
    } catch (error) {
      log({ event: 'fault', method: 'SHARING', path: '', stack: String((error as Error).stack ?? error) });
    }
    if (isStopped) return;
    // The wait follows the request, so a single change is sent at once.
    timer = setTimeout(() => {
      timer = undefined;
      if (isWanted) soon();
    }, everyMs);
  }

  const unlisten = bus.subscribe((event) => {
    if (event.type === 'resync') isAllWanted = true;
    else if (event.type === 'session' || event.type === 'presence') waiting.add(event.sessionId);
    else return;
    soon();
  });

  return {
    turn,
    shareAll() {
      isAllWanted = true;
      soon();
    },
    async stop() {
      isStopped = true;
      unlisten();
      clearTimeout(timer);
      await crossChain.close();
      // The caller of the turn logs its fault.
      await working?.catch(() => undefined);
    },
  };
}

/** What there is to hand over, as text: while a battle is played, its scores and who is connected are not. */
const essenceOf = (session: Session): string =>
  JSON.stringify(
    session.status === 'playing'
      ? {
          ...session,
          participants: session.participants.map((player) => ({
            ...player,
            score: null,
            scoreSource: null,
            isConnected: false,
          })),
        }
      : session,
  );

/** A session in the words of the cross-chain server's call. */
const registrationOf = (session: Session) => ({
  sessionId: session.id,
  gameType: session.gameType,
  hostBlockchain: session.hostBlockchain,
  maxPlayers: session.maxPlayers,
  hostWalletAddress: session.hostWalletAddress,
  hostUserId: session.hostUserId,
  hostUsername: session.hostUsername,
  sessionName: session.sessionName,
  entryFee: session.entryFee,
  entryFeeType: session.entryFeeType,
  timeLimit: session.timeLimit,
  startDelay: session.startDelay,
  revenueDistribution: session.revenueDistribution,
  session,
});
