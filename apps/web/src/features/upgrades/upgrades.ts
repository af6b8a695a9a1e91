import { PURCHASES_LISTED, UPGRADE_CALLS, type ActiveUpgrade, type PurchaseRecord } from '@popfray/protocol';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../data/api/call-api.ts';

/** The upgrades on sale. */
export const upgradesQuery = queryOptions({
  queryKey: ['upgrades'],
  queryFn: ({ signal }) => callApi(UPGRADE_CALLS.getUpgrades, { signal }),
});

/** A player's active upgrades. */
export const playerUpgradesQuery = (address: string) =>
  queryOptions({
    queryKey: ['player-upgrades', address],
    queryFn: ({ signal }) => callApi(UPGRADE_CALLS.getPlayerUpgrades, { params: { address }, signal }),
  });

/** All purchases of a player, newest first. */
export const purchasesQuery = (address: string) =>
  queryOptions({
    queryKey: ['purchases', address],
    queryFn: async ({ signal }) => {
      const all: PurchaseRecord[] = [];
      let before: string | undefined;
      for (;;) {
        const page = await callApi(UPGRADE_CALLS.findPlayerUpgrades, { body: { address, before }, signal });
        all.push(...page);
        const last = page.at(-1)?.purchased_at;
        // A page without a next cursor is the last one, even if it is full.
        if (page.length < PURCHASES_LISTED || last === before) return all;
        before = last;
      }
    },
  });

/** The upgrades that are active at a time, epoch ms, sorted by their end. */
export const inForce = (upgrades: readonly ActiveUpgrade[], nowMs: number): readonly ActiveUpgrade[] =>
  upgrades.filter(({ expiresAt }) => expiresAt > nowMs).toSorted((a, b) => a.expiresAt - b.expiresAt);
