import { foldEffects, UPGRADES, type Upgrade, type UpgradeId } from '@popfray/engine';
import type { UpgradeOffer } from '@popfray/protocol';
import { createTranslator } from './texts.ts';

const t = createTranslator('upgrades.catalogue');

/** An upgrade by its id; undefined for an id of a newer server. */
export const findUpgrade = (id: string | null): Upgrade | undefined => UPGRADES.find((upgrade) => upgrade.id === id);

const isKnown = (id: string): id is UpgradeId => findUpgrade(id) !== undefined;

/** Name of an upgrade in the reader's language; its id if this version does not know it. */
export const upgradeName = (id: string): string => (isKnown(id) ? t(`${id}.name`) : id);

/** Description of an upgrade in the reader's language; the server's text if this version does not know it. */
export const upgradeDescription = ({ id, description }: UpgradeOffer): string =>
  isKnown(id) ? t(`${id}.description`, figuresOf(id)) : description;

/** The figures that a description names: the factor of the points, and the bonus in per cent of the TRX. */
function figuresOf(id: UpgradeId): { readonly points: number; readonly trx: number } {
  const effects = foldEffects([id]);
  return effects.ok ? { points: effects.value.pointsPct / 100, trx: effects.value.trxBonusPct } : { points: 1, trx: 0 };
}
