import { UPGRADES, type Upgrade, type UpgradeId } from '@popfray/engine';
import type { UpgradeOffer } from '@popfray/protocol';
import { speaker } from '../messages/texts.ts';

const t = speaker('upgrades.catalogue');

/** One of the nine upgrades by its id; undefined for an id of a newer server. */
export const findUpgrade = (id: string | null): Upgrade | undefined => UPGRADES.find((upgrade) => upgrade.id === id);

const isKnown = (id: string): id is UpgradeId => findUpgrade(id) !== undefined;

/** The name of an upgrade in the reader's language; its id where this page does not know it. */
export const upgradeName = (id: string): string => (isKnown(id) ? t(`${id}.name`) : id);

/** What an upgrade does, in the reader's language; the server's words where this page does not know it. */
export const upgradeDescription = ({ id, description }: UpgradeOffer): string =>
  isKnown(id) ? t(`${id}.description`) : description;
