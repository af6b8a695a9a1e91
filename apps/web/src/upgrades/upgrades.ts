import { CALLS, type ActiveUpgrade } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../api/ask.ts';

/** The upgrades on sale. */
export const upgradesQuery = queryOptions({
  queryKey: ['upgrades'],
  queryFn: ({ signal }) => ask(CALLS.getUpgrades, { signal }),
});

/** A player's upgrades in force when asked. */
export const playerUpgradesQuery = (address: string) =>
  queryOptions({
    queryKey: ['player-upgrades', address],
    queryFn: ({ signal }) => ask(CALLS.getPlayerUpgrades, { params: { address }, signal }),
  });

/** A player's purchases, newest first. */
export const purchasesQuery = (address: string) =>
  queryOptions({
    queryKey: ['purchases', address],
    queryFn: ({ signal }) => ask(CALLS.findPlayerUpgrades, { body: { address }, signal }),
  });

/** Those that are in force at a time, epoch ms, the first to end first. */
export const inForce = (upgrades: readonly ActiveUpgrade[], nowMs: number): readonly ActiveUpgrade[] =>
  upgrades.filter(({ expiresAt }) => expiresAt > nowMs).toSorted((a, b) => a.expiresAt - b.expiresAt);
