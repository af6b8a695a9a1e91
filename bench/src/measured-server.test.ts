import { afterAll, describe, expect, it } from 'vitest';
import { startMeasuredServer } from './measured-server.ts';
import { playPaidRounds } from './paid-round.ts';
import { Load } from './server-load.ts';

const server = await startMeasuredServer(playPaidRounds(2), 10);
const load = new Load(server.url, 8);
afterAll(async () => {
  load.close();
  await server.stop();
});

describe('a measured server', () => {
  it('has a ticket for each finish, though clients use up more than were prepared', async () => {
    const finish = async (): Promise<number> => load.ask(await server.nextFinish());
    for (let turn = 0; turn < 5; turn++) await Promise.all(Array.from({ length: 8 }, finish));
    expect(server.ticketsLeft).toBe(10 + 2_000 - 40);
  });

  it('adds as many as are asked for, and measures its CPU meanwhile', async () => {
    const before = await server.cpuMs();
    await server.prepareTickets(5_000);
    expect(server.ticketsLeft).toBe(5_000);
    await server.prepareTickets(10);
    expect(server.ticketsLeft).toBe(5_000);
    expect(await server.cpuMs()).toBeGreaterThan(before);
    await load.ask(await server.nextFinish());
  });
});
