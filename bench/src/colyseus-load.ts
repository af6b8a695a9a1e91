/** Run as a program with a channel to its parent: as many players of Colyseus' own client, four clicks a second each. */
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type Room } from '@colyseus/sdk';
import { quantile } from './sample.ts';

/** What the parent sends. */
export interface PeerOrder {
  readonly url: string;
  readonly players: number;
  readonly playMs: number;
}

/** What it gets: `entered` when everybody is in, the rest at the end. */
export interface PeerReport {
  readonly inputs: number;
  readonly latencyP99Ms: number;
}

/** Between a player's clicks, ms, and between looks at who is to click. */
const CLICK_MS = 250;
const SLICE_MS = 20;
/** Between patches, ms. */
const INTERVAL_MS = 200;
const OPENING = 25;

interface Peer {
  readonly room: Room;
  nextMs: number;
  clicks: number;
  /** Clicks that no other has seen: how many there were then, and when. */
  readonly unseen: { readonly count: number; readonly atMs: number }[];
}

interface Standings {
  readonly players: ReadonlyMap<string, { readonly clicks: number }>;
}

/** A player's clicks up to a number have been seen by another. */
function noteSeen(unseen: Peer['unseen'], clicks: number, nowMs: number, latencies: number[]): void {
  for (let first = unseen[0]; first !== undefined && first.count <= clicks; first = unseen[0]) {
    latencies.push(Math.max(0, nowMs - first.atMs - INTERVAL_MS));
    unseen.shift();
  }
}

async function run({ url, players, playMs }: PeerOrder): Promise<void> {
  const client = new Client(url);
  const peers = new Map<string, Peer>();
  const latencies: number[] = [];
  const watched = new Set<string>();
  for (let at = 0; at < players; at += OPENING) {
    const joining = Array.from({ length: Math.min(OPENING, players - at) }, () => client.joinOrCreate('battle'));
    for (const room of await Promise.all(joining)) {
      peers.set(room.sessionId, { room, nextMs: Math.random() * CLICK_MS, clicks: 0, unseen: [] });
      if (watched.has(room.roomId)) continue;
      // One player of each room watches all the others.
      watched.add(room.roomId);
      room.onStateChange((state: unknown) => {
        const nowMs = performance.now();
        for (const [id, { clicks }] of (state as Standings).players.entries())
          if (id !== room.sessionId) noteSeen(peers.get(id)?.unseen ?? [], clicks, nowMs, latencies);
      });
    }
  }
  process.send?.({ entered: true });
  await delay(500);
  const startMs = performance.now();
  let inputs = 0;
  const timer = setInterval(() => {
    const nowMs = performance.now();
    for (const peer of peers.values()) {
      if (nowMs - startMs < peer.nextMs) continue;
      peer.nextMs += CLICK_MS;
      peer.room.send('input', [Math.floor(nowMs - startMs), 1_600, 1_200]);
      peer.clicks += 1;
      inputs += 1;
      peer.unseen.push({ count: peer.clicks, atMs: nowMs });
    }
  }, SLICE_MS);
  await delay(playMs);
  clearInterval(timer);
  process.send?.({ inputs, latencyP99Ms: quantile(latencies, 0.99) } satisfies PeerReport);
}

process.once('message', (order) => void run(order as PeerOrder));
process.once('disconnect', () => process.exit(0));
