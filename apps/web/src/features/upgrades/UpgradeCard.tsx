import type { UpgradeOffer } from '@popfray/protocol';
import { useId, type ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { trx } from '../../data/messages/trx.ts';
import { upgradeDescription, upgradeName } from '../../data/messages/upgrade-name.ts';
import { makeTimeLeft } from '../../data/api/clock.ts';
import { EffectChips } from './EffectChips.tsx';
import type { OfferState } from './offer.ts';
import { CategoryIcon, UpgradeIcon } from './UpgradeIcon.tsx';
import { RARITY } from './rarity.ts';
import { Pulse } from '../../ui/Pulse.tsx';
import '../../ui/screens.css';

/** An upgrade on sale: name, effects, price and button. */
export function UpgradeCard({
  offer,
  state,
  leftMs,
  onPress,
}: {
  readonly offer: UpgradeOffer;
  readonly state: OfferState;
  /** Remaining active time, ms; 0 when it is not active. */
  readonly leftMs: number;
  readonly onPress: () => void;
}): ReactElement {
  const t = useTranslations('upgrades');
  const money = useTranslations('money');
  const id = useId();
  const isTaken = state === 'active' || state === 'purchasing';
  return (
    <li
      className={`flex flex-col gap-3.5 rounded-3xl bg-surface p-5 ${RARITY[offer.rarity]} ${
        state === 'active' ? 'shadow-[inset_0_0_0_1.5px_color-mix(in_srgb,var(--color-good)_60%,transparent)]' : ''
      }`}
    >
      <article aria-labelledby={id} className="contents">
        <div className="flex items-start gap-4">
          <UpgradeIcon offer={offer} />
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
              <span className="rounded-full bg-[color-mix(in_srgb,var(--rarity)_14%,transparent)] px-2.5 py-px font-semibold text-(--rarity)">
                {t(`rarity.${offer.rarity}`)}
              </span>
              <span className="flex items-center gap-1.5 text-muted">
                <CategoryIcon category={offer.category} />
                {t(`category.${offer.category}`)}
              </span>
            </div>
            <h3 id={id} className="mt-1.5 text-lg">
              {upgradeName(offer.id)}
            </h3>
          </div>
        </div>
        <p className="text-muted">{upgradeDescription(offer)}</p>
        <EffectChips effects={offer.effects} />
        <div className="mt-auto flex items-end justify-between gap-4 pt-2">
          <dl className="flex flex-col">
            <div>
              <dt className="sr-only">{t('price')}</dt>
              <dd className="figure text-xl">{money('trx', { amount: trx.exact(offer.priceSun) })}</dd>
            </div>
            <div className="mt-1">
              <dt className="sr-only">{t('duration')}</dt>
              <dd className="text-sm text-muted">
                {state === 'active' ? (
                  <span className="font-semibold text-good tabular-nums">
                    {t('activeLeft', { left: makeTimeLeft(leftMs) })}
                  </span>
                ) : (
                  t('minutesLong', { minutes: offer.durationMin })
                )}
              </dd>
            </div>
          </dl>
          <button
            type="button"
            // Not disabled, so that the keyboard focus stays on the button.
            aria-disabled={isTaken}
            aria-label={t('buttonFor', { action: t(`button.${state}`), name: upgradeName(offer.id) })}
            className={`action ${
              // Looks disabled but can be clicked, and then explains why nothing is bought.
              state === 'insufficient'
                ? 'border border-line text-muted hover:border-edge hover:text-text'
                : 'action-quiet'
            }`}
            onClick={isTaken ? undefined : onPress}
          >
            {state === 'purchasing' && <Pulse />}
            {t(`button.${state}`)}
          </button>
        </div>
      </article>
    </li>
  );
}
