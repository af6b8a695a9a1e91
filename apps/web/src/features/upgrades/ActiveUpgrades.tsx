import type { ActiveUpgrade } from '@popfray/protocol';
import type { CSSProperties, ReactElement } from 'react';
import { useTranslations } from 'use-intl';
import { findUpgrade, upgradeName } from '../../data/messages/upgrade-name.ts';
import { makeTimeLeft, useNow } from '../../data/api/clock.ts';
import { UpgradeIcon } from './UpgradeIcon.tsx';
import { inForce } from './upgrades.ts';
import { TIME_BAR } from '../../ui/time-bar.ts';
import '../../ui/screens.css';

/** The player's active upgrades with their remaining time. Undefined while unknown. */
export function ActiveUpgrades({
  upgrades,
  isWide = false,
}: {
  readonly upgrades: readonly ActiveUpgrade[] | undefined;
  /** Whether they are in columns where there is room. */
  readonly isWide?: boolean;
}): ReactElement {
  const t = useTranslations('upgrades');
  const money = useTranslations('money');
  const nowMs = useNow(1_000);
  if (upgrades === undefined) return <p className="mt-2 text-muted">{money('loading')}</p>;
  const active = inForce(upgrades, nowMs);
  if (active.length === 0) return <p className="mt-2 text-muted">{t('activeNone')}</p>;
  return (
    <ul
      className={
        isWide
          ? 'mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-x-8 gap-y-3'
          : 'mt-3 flex flex-col gap-3'
      }
    >
      {active.map((upgrade) => (
        <Row key={upgrade.upgradeId} upgrade={upgrade} nowMs={nowMs} />
      ))}
    </ul>
  );
}

function Row({ upgrade, nowMs }: { readonly upgrade: ActiveUpgrade; readonly nowMs: number }): ReactElement {
  const { upgradeId, expiresAt, purchasedAt } = upgrade;
  const offer = findUpgrade(upgradeId);
  const left = (expiresAt - nowMs) / (expiresAt - purchasedAt);
  const style: CSSProperties = { transform: `scaleX(${String(Math.min(1, left))})` };
  return (
    <li className="flex items-center gap-3">
      {offer !== undefined && <UpgradeIcon offer={offer} className="size-9" />}
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-3">
          <span className="font-semibold">{upgradeName(upgradeId)}</span>
          <span className="text-sm text-muted tabular-nums">{makeTimeLeft(expiresAt - nowMs)}</span>
        </p>
        <div aria-hidden="true" className="mt-1.5 h-1 overflow-hidden rounded-full bg-line">
          <div style={style} className={`${TIME_BAR} h-full bg-good`} />
        </div>
      </div>
    </li>
  );
}
