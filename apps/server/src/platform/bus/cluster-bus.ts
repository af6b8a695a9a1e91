import type { RedisLink } from '../redis/index.ts';
import type { Bus, DomainEvent } from './bus.ts';
import { encodeBusMessage, parseBusMessage, parseSharedEvent } from './shared-event.ts';

/** The channel of the events. */
const CHANNEL = 'bus';

/** Interval of the messages that say how many events this node has published, ms. They show the others that the last event was lost. */
const COUNT_EVERY_MS = 1_000;

/** Delay from a loss to the message to subscribers, ms. One message covers all losses of this time. */
const RESYNC_AFTER_MS = 100;

/** Another node is forgotten when it was silent for this long, ms. */
const FORGET_AFTER_MS = 60_000;

/** Most nodes that are remembered. */
const MAX_NODES = 1_000;

/** How long before the moment at which a loss is noticed an event can have been lost, ms. */
const LOST_SINCE_MS = 5_000;

/** What is known of another node. */
interface Sender {
  /** How many events it had published when it was heard last. */
  count: number;
  heardAtMs: number;
}

/** A bus whose events reach all nodes. */
export interface ClusterBus extends Bus {
  /** Ends the exchange with other nodes. */
  stop(): void;
}

/**
 * Creates a bus that also exchanges events with the other nodes of a cluster. Subscribers of this node receive its events at once and in order, as
 * from `local`; events of other nodes may be lost or late. After a loss they receive `resync`.
 */
export function createClusterBus(local: Bus, redis: RedisLink, now: () => number): ClusterBus {
  const senders = new Map<string, Sender>();
  let count = 0;
  /** When the first event may have been lost that subscribers were not told of yet, epoch ms. */
  let lostSinceMs: number | null = null;
  /** When Redis was last known to be usable, epoch ms. */
  let usableAtMs = now();
  let resyncTimer: NodeJS.Timeout | undefined;

  /** Publishes `resync` in a moment. */
  function noteLoss(sinceMs: number): void {
    lostSinceMs = Math.min(lostSinceMs ?? Infinity, sinceMs);
    resyncTimer ??= setTimeout(() => {
      local.publish({ type: 'resync', sinceMs: lostSinceMs ?? now() });
      resyncTimer = undefined;
      lostSinceMs = null;
    }, RESYNC_AFTER_MS).unref();
  }

  function receive(data: Buffer): void {
    const message = parseBusMessage(data);
    if (message === null || message.from === redis.nodeId) return;
    const { from, count: sent } = message;
    const nowMs = now();
    const sender = senders.get(from);
    const isEvent = message.event !== null;
    if (sender !== undefined) {
      const isNext = isEvent ? sent === sender.count + 1 : sent === sender.count;
      if (!isNext && sent > sender.count) noteLoss(sender.heardAtMs - LOST_SINCE_MS);
      // Redis delivers in order, so what is not newer was sent by another program.
      if (isEvent && sent <= sender.count) return;
    } else if (senders.size >= MAX_NODES) return;
    senders.set(from, { count: Math.max(sent, sender?.count ?? 0), heardAtMs: nowMs });
    const event = isEvent ? parseSharedEvent(message.event) : null;
    if (event !== null) local.publish(event);
  }

  const unsubscribe = redis.subscribe(CHANNEL, receive);
  const endRestored = redis.onRestored(() => noteLoss(usableAtMs - LOST_SINCE_MS));
  const interval = setInterval(() => {
    const nowMs = now();
    if (redis.isUsable) usableAtMs = nowMs;
    redis.publish(CHANNEL, encodeBusMessage(redis.nodeId, count, null));
    for (const [id, { heardAtMs }] of senders) if (nowMs - heardAtMs > FORGET_AFTER_MS) senders.delete(id);
  }, COUNT_EVERY_MS).unref();

  return {
    publish(event: DomainEvent) {
      local.publish(event);
      if (event.type === 'resync' || event.type === 'presence') return;
      // It counts when it is dropped, so the others notice the loss.
      count++;
      redis.publish(CHANNEL, encodeBusMessage(redis.nodeId, count, event));
    },
    publishHere: (event) => local.publish(event),
    subscribe: (handle) => local.subscribe(handle),
    stop() {
      clearInterval(interval);
      clearTimeout(resyncTimer);
      unsubscribe();
      endRestored();
    },
  };
}
