/**
 * Run as a program with a channel to its parent: Colyseus as its documentation has it, doing the same fan-out. A room is a battle of
 * four; clicks come as messages, everybody's score and combo are shared state, patched five times a second. Nothing is played again
 * here and nothing is checked, which is less than a battle's server does.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Room, Server, type Client } from '@colyseus/core';
import { schema, t, type SchemaType } from '@colyseus/schema';
import { WebSocketTransport } from '@colyseus/ws-transport';

/** Players of a room. */
const SEATS = 4;
/** Between patches of the state, ms: as often as a battle's scores are sent. */
const PATCH_MS = 200;

const Standing = schema({ score: t.uint32(), combo: t.uint16(), clicks: t.uint16() });
const Standings = schema({ players: t.map(Standing) });

class Battle extends Room<{ state: SchemaType<typeof Standings> }> {
  override maxClients = SEATS;
  override patchRate = PATCH_MS;
  override state = new Standings();

  override onCreate(): void {
    this.onMessage('input', ({ sessionId }: Client) => {
      const standing = this.state.players.get(sessionId);
      if (standing === undefined) return;
      standing.clicks += 1;
      standing.combo += 1;
      standing.score += 20;
    });
  }

  override onJoin({ sessionId }: Client): void {
    this.state.players.set(sessionId, new Standing().assign({ score: 0, combo: 0, clicks: 0 }));
  }
}

const http = createServer();
const server = new Server({ transport: new WebSocketTransport({ server: http }), greet: false });
server.define('battle', Battle);
await server.listen(0, '127.0.0.1');
const { port } = http.address() as AddressInfo;
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  globalThis.gc?.();
  const { heapUsed, external, rss } = process.memoryUsage();
  process.send?.({ cpuMs: (user + system) / 1_000, heldBytes: heapUsed + external, residentBytes: rss });
});
process.once('disconnect', () => process.exit(0));
process.send?.({ url: `http://127.0.0.1:${port}` });
