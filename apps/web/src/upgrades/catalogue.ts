import { UPGRADES, type Upgrade } from '@popfray/engine';

/** One of the nine upgrades by its id; undefined for an id of a newer server. */
export const findUpgrade = (id: string | null): Upgrade | undefined => UPGRADES.find((upgrade) => upgrade.id === id);

/** The name of an upgrade; its id where this page does not know it. */
export const upgradeName = (id: string): string => findUpgrade(id)?.name ?? id;
