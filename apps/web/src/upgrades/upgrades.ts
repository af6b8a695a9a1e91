import { CALLS, PURCHASES_LISTED, type ActiveUpgrade, type PurchaseRecord } from '@popfray/protocol';
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

/** All of a player's purchases, newest first. */
export const purchasesQuery = (address: string) =>
  queryOptions({
    queryKey: ['purchases', address],
    queryFn: async ({ signal }) => {
      const all: PurchaseRecord[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await ask(CALLS.findPlayerUpgrades, { body: { address, before }, signal });
        all.push(...page);
        const last = page.at(-1)?.purchased_at;
        // A page that does not lead on is the last one, whatever its length.
        if (page.length < PURCHASES_LISTED || last === before) return all;
        before = last;
      }
    },
  });

/** Those that are in force at a time, epoch ms, the first to end first. */
export const inForce = (upgrades: readonly ActiveUpgrade[], nowMs: number): readonly ActiveUpgrade[] =>
  upgrades.filter(({ expiresAt }) => expiresAt > nowMs).toSorted((a, b) => a.expiresAt - b.expiresAt);
