import { expect, it } from 'vitest';
import { SocketCapacity, type SocketClient } from './capacity.ts';

/** How many clients have room, each from a separate IPv4 address, of so many that connect. */
function fill(capacity: SocketCapacity, clients: number, player: (client: number) => SocketClient['player']): number {
  let filled = 0;
  for (let client = 0; client < clients; client++) {
    const network = `198.${client >> 16}.${(client >> 8) & 0xff}.${client & 0xff}`;
    if (!capacity.hasRoom({ network, player: player(client) })) continue;
    capacity.add({ network, player: player(client) });
    filled += 1;
  }
  return filled;
}

it.each([
  [100, 75],
  [10_000, 7_500],
  [17_900, 15_400],
  [20_000, 17_500],
])('of %d sockets, %d are for visitors and the others for players', (total, forVisitors) => {
  const capacity = new SocketCapacity({ total, ofNetwork: 100, ofPlayer: 20 });
  expect(fill(capacity, total, () => null)).toBe(forVisitors);
  expect(fill(capacity, total, (client) => `player ${client}`)).toBe(total - forVisitors);
});
