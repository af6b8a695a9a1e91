import type { RedisLink } from '../platform/redis/index.ts';
import { decodeBatch, encodeBatch, type RelayRecord } from './record.ts';

/** Interval of the checks, and of the batches without a record, ms. */
const HEARTBEAT_MS = 250;

/**
 * Least interval between two batches with records, ms: that of the commits of the journal, for which clicks wait anyway. Inputs arrive one by one, and a
 * message for each of them would cost both nodes and Redis more than everything else that they do for it.
 */
const FLUSH_EVERY_MS = 20;

/** A node that was silent for this long is forgotten, ms. */
const FORGET_AFTER_MS = 30_000;

/** Most nodes. */
const MAX_NODES = 1_000;

/** Receives what other nodes send. */
export interface RelayReceiver {
  handleRecord(nodeId: string, record: RelayRecord): void;
  /** Records of a node were lost, or records to it. */
  handleLoss(nodeId: string): void;
}

/** Another node, with which records are exchanged. */
interface Peer {
  sent: number;
  /** The number of its last batch; null before the first. */
  received: number | null;
  heardAtMs: number;
  /** Records that are sent with the next flush. */
  pending: RelayRecord[];
}

/** Exchanges records with other nodes: all records for a node between two flushes are one message. */
export class RelayChannel {
  readonly #redis: RedisLink;
  readonly #now: () => number;
  readonly #receiver: RelayReceiver;
  readonly #peers = new Map<string, Peer>();
  readonly #ends: readonly (() => void)[];
  #flushTimer: NodeJS.Timeout | undefined;
  #flushedAtMs = Number.NEGATIVE_INFINITY;

  constructor(redis: RedisLink, now: () => number, receiver: RelayReceiver) {
    this.#redis = redis;
    this.#now = now;
    this.#receiver = receiver;
    const interval = setInterval(() => this.#beat(), HEARTBEAT_MS).unref();
    this.#ends = [
      redis.subscribe(channelOf(redis.nodeId), (data) => this.#receive(data)),
      redis.onRestored(() => {
        for (const nodeId of this.#peers.keys()) receiver.handleLoss(nodeId);
      }),
      () => clearInterval(interval),
    ];
  }

  /** Sends a record, which must not change any more, with the next flush, which is at once when the last one was long enough ago. */
  send(nodeId: string, record: RelayRecord): void {
    const { pending } = this.#peerOf(nodeId);
    if (!join(pending.at(-1), record))
      pending.push(record.type === 'send' ? { ...record, links: [...record.links] } : record);
    if (this.#flushTimer !== undefined) return;
    const waitMs = Math.max(0, this.#flushedAtMs + FLUSH_EVERY_MS - this.#now());
    this.#flushTimer = setTimeout(() => this.flush(), Math.min(waitMs, FLUSH_EVERY_MS));
  }

  /** Sends everything now. */
  flush(): void {
    clearTimeout(this.#flushTimer);
    this.#flushTimer = undefined;
    this.#flushedAtMs = this.#now();
    for (const [nodeId, peer] of this.#peers) if (peer.pending.length > 0) this.#sendBatch(nodeId, peer);
  }

  /** How long a node has been silent, ms. */
  silentMs(nodeId: string): number {
    const peer = this.#peers.get(nodeId);
    return peer === undefined ? 0 : this.#now() - peer.heardAtMs;
  }

  stop(): void {
    this.flush();
    for (const end of this.#ends) end();
  }

  #peerOf(nodeId: string): Peer {
    const known = this.#peers.get(nodeId);
    if (known !== undefined) return known;
    const peer: Peer = { sent: 0, received: null, heardAtMs: this.#now(), pending: [] };
    this.#peers.set(nodeId, peer);
    return peer;
  }

  #sendBatch(nodeId: string, peer: Peer): void {
    // It counts when it is dropped, so the other node notices the loss.
    peer.sent++;
    this.#redis.publish(
      channelOf(nodeId),
      encodeBatch({ from: this.#redis.nodeId, number: peer.sent, records: peer.pending }),
    );
    peer.pending = [];
  }

  #beat(): void {
    const nowMs = this.#now();
    for (const [nodeId, peer] of this.#peers) {
      if (nowMs - peer.heardAtMs > FORGET_AFTER_MS) this.#peers.delete(nodeId);
      else this.#sendBatch(nodeId, peer);
    }
  }

  #receive(data: Buffer): void {
    const batch = decodeBatch(data);
    if (batch === null || batch.from === this.#redis.nodeId) return;
    const { from, number, records } = batch;
    if (!this.#peers.has(from) && this.#peers.size >= MAX_NODES) return;
    const peer = this.#peerOf(from);
    const expected = (peer.received ?? number - 1) + 1;
    // Redis delivers in order, so what is not newer was sent by another program.
    if (number < expected) return;
    peer.received = number;
    peer.heardAtMs = this.#now();
    if (number > expected) this.#receiver.handleLoss(from);
    for (const record of records) this.#receiver.handleRecord(from, record);
  }
}

const channelOf = (nodeId: string): string => `relay:${nodeId}`;

/** Adds the link of a record to the one before when both send the same data. Returns whether they do. */
function join(last: RelayRecord | undefined, record: RelayRecord): boolean {
  if (last?.type !== 'send' || record.type !== 'send' || last.data !== record.data) return false;
  (last.links as number[]).push(...record.links);
  return true;
}
