import type { UpgradeOffer } from '@popfray/protocol';
import type { ReactElement } from 'react';
import { RARITY } from './rarity.ts';
import '../../ui/screens.css';

/** Line icons of the upgrades on a 24 px grid. */
const UPGRADE_PATHS: Readonly<Record<string, string>> = {
  'trx-boost': 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 16.5v-9M8.5 11L12 7.5l3.5 3.5',
  'score-multiplier': 'M3.5 8l6.5 8M10 8l-6.5 8M14 10.2a3 3 0 1 1 5.4 1.8L14 17.5h6.5',
  'golden-touch':
    'M9.5 12.5V5.2a1.6 1.6 0 0 1 3.2 0v5.3l4.6 1.1a2.2 2.2 0 0 1 1.6 2.6L17.5 20h-7l-4.4-5.2a1.6 1.6 0 0 1 2.3-2.1zM18 3v4M16 5h4M5 4.5v3M3.5 6h3',
  'rapid-fire': 'M13.5 2.5L5 13.5h6L10 21.5l8.5-11h-6z',
  'bubble-storm':
    'M8 13.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM17.5 10.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM15.5 21a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM6.5 20.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3z',
  'boss-buster': 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM13 3l-3.5 6 4.5 2.5-4 4 2 5.5',
  'lucky-streak':
    'M12 11.5C8 11.5 6 9.8 6 7.7S8 4.8 9.3 4.8 12 6 12 8.2c0-2.2 1.4-3.4 2.7-3.4S18 5.6 18 7.7s-2 3.8-6 3.8zm0 0c-4 0-6 1.7-6 3.8s2 2.9 3.3 2.9 2.7-1.2 2.7-3.4c0 2.2 1.4 3.4 2.7 3.4s3.3-.8 3.3-2.9-2-3.8-6-3.8zm0 0c0 4 .6 7 2.5 9.5',
  'precision-strike': 'M12 19a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12 2v6M12 16v6M2 12h6M16 12h6',
  'divine-blessing': 'M3 7.5l4.5 3.5L12 4.5l4.5 6.5L21 7.5 19.5 17h-15zM5 20.5h14',
};

const CATEGORY_PATHS: Readonly<Record<UpgradeOffer['category'], string>> = {
  economy:
    'M12 9.5c4.4 0 7-1.3 7-3s-2.6-3-7-3-7 1.3-7 3 2.6 3 7 3zM5 6.5v5.5c0 1.7 2.6 3 7 3s7-1.3 7-3V6.5M5 12v5.5c0 1.7 2.6 3 7 3s7-1.3 7-3V12',
  combat: 'M20 4l-9.5 9.5M20 4h-4L7.5 12.5M20 4v4l-8.5 8.5M6 11l7 7M8.5 15.5L4 20',
  special: 'M12 3c.6 5.4 3.6 8.4 9 9-5.4.6-8.4 3.6-9 9-.6-5.4-3.6-8.4-9-9 5.4-.6 8.4-3.6 9-9z',
};

/** Glass like the field's bubbles: a bright rim and one highlight. */
const GLASS =
  'bg-[color-mix(in_srgb,var(--rarity)_16%,var(--color-ink))] bg-[radial-gradient(ellipse_34%_18%_at_36%_17%,color-mix(in_srgb,var(--color-text)_55%,transparent),transparent),radial-gradient(circle_at_50%_40%,transparent_40%,color-mix(in_srgb,var(--rarity)_36%,transparent)_82%,color-mix(in_srgb,var(--rarity)_70%,transparent)_100%)] text-[color-mix(in_srgb,var(--rarity)_80%,var(--color-text))]';

/** An upgrade's icon in a bubble of its rarity's colour. Decorative, because the name is beside it. */
export function UpgradeIcon({
  offer,
  className,
}: {
  readonly offer: Pick<UpgradeOffer, 'id' | 'category' | 'rarity'>;
  readonly className?: string;
}): ReactElement {
  return (
    <span
      aria-hidden="true"
      className={`grid shrink-0 place-items-center rounded-full ${GLASS} ${RARITY[offer.rarity]} ${className ?? 'size-14'}`}
    >
      <Lines path={UPGRADE_PATHS[offer.id] ?? CATEGORY_PATHS[offer.category]} className="size-1/2" />
    </span>
  );
}

/** A category's icon. Decorative, because the name is beside it. */
export function CategoryIcon({ category }: { readonly category: UpgradeOffer['category'] }): ReactElement {
  return <Lines path={CATEGORY_PATHS[category]} className="size-4 shrink-0" />;
}

function Lines({ path, className }: { readonly path: string; readonly className: string }): ReactElement {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      <path d={path} />
    </svg>
  );
}
